import type { GatewayEditInput } from '../../../../machines/gateways/gatewayEdit.machine'
import type { GatewaySwitchInput } from '../../../../machines/gateways/gatewaySwitch.machine'
import type { MailShowInput } from '../../../../machines/mails/mailShow.machine'
import type { MailStepInput } from '../../../../machines/mails/mailStep.machine'
import type { OrderMailEditInput } from '../../../../machines/mails/orderMailEdit.machine'
import type { ProviderEditInput } from '../../../../machines/mails/providerEdit.machine'
import type { WebhookSendInput } from '../../../../machines/webhooks/webhookSend.machine'
import type { WebhookSwitchInput } from '../../../../machines/webhooks/webhookSwitch.machine'
import { chooseInRow, chooseOfRecord, type Control, dialog, type Driven, orderAction, press, wasOpen } from './control'

/** A field of a page's form that no machine knows, with what is right in it, and wrong in the way of a message. */
interface Secret {
  name: string
  right: string
  wrong: (message: string) => string
}

const nothing = () => ''
const card: readonly Secret[] = [
  {
    name: 'cardNumber',
    right: '4242424242424242',
    // What is said of a number tells those that work; whatever else is said of a secret is none of a recording.
    wrong: (message) => (message.startsWith('Only test') ? '4111111111111111' : ''),
  },
  { name: 'expiry', right: '12/49', wrong: (message) => (message.endsWith('has expired') ? '01/20' : '') },
  { name: 'securityCode', right: '000', wrong: nothing },
]
const code: readonly Secret[] = [
  { name: 'payCode', right: 'REDACTED', wrong: nothing },
  { name: 'phoneDigits', right: '0000', wrong: nothing },
]

/** Types what is as right or wrong as what was typed: a recording has only what was said of it. */
async function typeSecrets({ page, event }: Driven, fields: readonly Secret[]): Promise<void> {
  const said = event['wrong'] as Readonly<Record<string, string>>
  for (const { name, right, wrong } of fields) {
    const message = said[name]
    const field = page.locator(`main [name=${name}]`)
    const text = message === undefined ? right : wrong(message)
    // The page groups the digits of a card.
    if ((await field.inputValue()).replaceAll(' ', '') !== text) await field.fill(text)
  }
}

/** Lets the page make the id next that it made when it was recorded: what is answered says whose attempt it is of. */
async function makeIdAgain({ page, event }: Driven): Promise<void> {
  await page.evaluate((id) => {
    const bytes = (id.replaceAll('-', '').match(/../g) ?? []).map((two) => Number.parseInt(two, 16))
    const getRandomValues = <Given extends ArrayBufferView | null>(given: Given): Given => {
      Reflect.deleteProperty(crypto, 'getRandomValues')
      if (given instanceof Uint8Array) given.set(bytes)
      return given
    }
    Object.defineProperty(crypto, 'getRandomValues', { configurable: true, value: getRandomValues })
  }, String(event['attemptId']))
}

/** Whether a step of an actor that was begun then went well in the recording. */
function wentWell({ recording, actor, at }: Driven, step: string): boolean {
  const ended = recording.events.find(
    (one) =>
      one.actor === actor.session &&
      one.at >= at &&
      /^xstate\.(?:done|error)\.actor\./.test(one.event.type) &&
      one.event.type.endsWith(step),
  )
  return ended?.event.type.startsWith('xstate.done.') ?? true
}

/** The place in an order's timeline of what happened, of which the newest comes first. */
function placeInTimeline({ recording, event, at }: Driven): number {
  const timelines = recording.exchanges.flatMap(({ answer, at: when }) => {
    const { timeline } = (answer as { data?: { timeline?: { id: string }[] } } | undefined)?.data ?? {}
    return when <= at && timeline?.some(({ id }) => id === event['eventId']) ? [timeline] : []
  })
  return Math.max(
    0,
    timelines
      .at(-1)
      ?.toReversed()
      .findIndex(({ id }) => id === event['eventId']) ?? 0,
  )
}

/** An entry in the menu of the gateway that a flow is opened with. */
const gatewayEntry =
  (entryOf: (input: GatewaySwitchInput) => string): Control =>
  async (driven) => {
    const input = driven.event['input'] as GatewaySwitchInput
    await chooseOfRecord(driven, input.gateway.id, entryOf(input))
  }

const mailSteps: Readonly<Record<MailStepInput['asked']['step'], string>> = {
  pause: 'Pause',
  resume: 'Resume',
  sendTest: 'Send test to me',
  verify: 'Verify',
  disable: 'Switch off',
  enable: 'Switch on',
  reset: 'Use the original',
  retry: 'Retry',
  sendAgain: 'Send again',
}

const webhookEntry =
  (label: (webhook: WebhookSwitchInput['webhook']) => string): Control =>
  async ({ event, page }) => {
    const { webhook } = event['input'] as WebhookSwitchInput
    await chooseInRow(page, webhook.id, label(webhook))
  }

/** The controls of payments, gateways, mails and webhooks. */
export const moneyControls: Readonly<Record<string, Control>> = {
  'card.change': (driven) => typeSecrets(driven, card),
  'payment.submit': async (driven) => {
    const { page } = driven
    // At a gateway's own page the card is typed there.
    if (await page.locator('main [name=cardNumber]').isVisible()) await typeSecrets(driven, card)
    await makeIdAgain(driven)
    await press(/^Pay /)(driven)
  },
  'payment.retry': press('Try again'),
  'payment.look': async ({ page }) => page.evaluate(() => void window.dispatchEvent(new Event('focus'))),
  'bank.answer': async (driven) => press(driven.event['approved'] === true ? 'Approve' : 'Refuse')(driven),
  'link.ask': press('Ask for a new link'),
  'receipt.print': async (driven) => {
    await driven.page.evaluate(() => void (window.print = () => {}))
    await press('Print receipt')(driven)
  },
  'code.change': (driven) => typeSecrets(driven, code),
  'code.submit': async (driven) => {
    await typeSecrets(driven, code)
    await press('Open order')(driven)
  },
  'link.mail': press(/^Send (payment link|again)$/),
  'link.copy': async (driven) => {
    await driven.page.evaluate(
      (isAllowed) => {
        const writeText = () => (isAllowed ? Promise.resolve() : Promise.reject(new Error('forbidden')))
        Object.assign(navigator.clipboard, { writeText })
      },
      wentWell(driven, '.paymentLink.copying'),
    )
    await press('Copy link')(driven)
  },
  'link.end': press('End link'),
  'event.choose': async (driven) =>
    driven.page
      .getByRole('list', { name: 'Timeline' })
      .getByRole('listitem')
      .nth(placeInTimeline(driven))
      .getByRole('button')
      .click(),
  'event.leave': press('Close history'),
  'chart.show': press('Show the chart of states'),
  'chart.hide': press('Hide the chart of states'),
  'csv.read': async ({ page, event }) => {
    const { format, archive } = event['asked'] as { format?: string; archive?: object }
    if (archive) return page.getByRole('button', { name: 'Download everything' }).click()
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const isWorkbook = format === 'xlsx'
    await page.getByRole('menuitem', { name: isWorkbook ? /XLSX/ : /CSV/ }).click()
  },
  'csv.cancel': async ({ page }) => {
    await page.getByRole('button', { name: 'Downloading…' }).click()
    await page.getByRole('menuitem', { name: 'Cancel the download' }).click()
  },
  'open.orderRefund': orderAction('Refund'),
  'open.gatewayEdit': async (driven) => {
    const { gatewayInstanceId } = driven.event['input'] as GatewayEditInput
    await (gatewayInstanceId === undefined
      ? press('New gateway')(driven)
      : chooseOfRecord(driven, gatewayInstanceId, 'Edit'))
  },
  'open.gatewayRehearse': gatewayEntry(() => 'Rehearse'),
  'open.gatewayReconcile': gatewayEntry(() => 'Reconcile'),
  'open.gatewaySwitch': gatewayEntry(({ gateway }) => (gateway.state === 'enabled' ? 'Disable' : 'Enable')),
  'rehearsal.again': press('Rehearse again'),
  'reconciliation.again': press('Compare again'),
  'open.autoresponderEdit': async ({ event, page }) => {
    const { autoresponder } = event['input'] as { autoresponder: { id: string } }
    await chooseInRow(page, autoresponder.id, 'Edit')
  },
  'open.orderMailEdit': async ({ event, page }) => {
    const { orderMail } = event['input'] as OrderMailEditInput
    await chooseInRow(page, orderMail.id, 'Edit')
  },
  // There is one.
  'open.sellerEdit': press('Edit'),
  'open.organizationEdit': press('Edit'),
  'open.permissionsEdit': press('Edit'),
  'open.providerEdit': async (driven) => {
    const { provider } = driven.event['input'] as ProviderEditInput
    await (provider ? chooseInRow(driven.page, provider.id, 'Edit') : press('Add email provider')(driven))
  },
  'open.mailShow': async ({ event, page }) => {
    const { of, id } = event['input'] as MailShowInput
    // A mail that was written is opened by its address.
    if (of !== 'mails') await chooseInRow(page, id, 'Preview')
  },
  'open.webhookCreate': press('Add webhook'),
  'open.webhookEdit': webhookEntry(() => 'Edit'),
  'open.webhookSecretRenew': webhookEntry(() => 'New secret'),
  'open.webhookSwitch': webhookEntry(({ state }) => (state === 'enabled' ? 'Switch off' : 'Switch on')),
  // A message is opened by its address.
  'open.webhookDeliveryView': async () => {},
  'open.webhookSend': async (driven) => {
    const { event, page } = driven
    const { of, id } = event['input'] as WebhookSendInput
    const again = dialog(page).getByRole('button', { name: /^Send (?:again|now)$/ })
    if (of === 'webhook') await chooseInRow(page, id, 'Send a test')
    else if (wasOpen(driven, 'webhookDeliveryView')) await again.click()
    else await chooseInRow(page, id, 'Send again')
  },
  'open.mailStep': async (driven) => {
    const { page, event } = driven
    const { id, asked } = event['input'] as MailStepInput
    const button = dialog(page).getByRole('button', { name: mailSteps[asked.step] })
    await (wasOpen(driven, 'mailShow') ? button.click() : chooseInRow(page, id, mailSteps[asked.step]))
  },
}
