import type { Locator, Page } from 'playwright'
import type { PackLine } from '../../../../contract/forms/fulfilments'
import type { TypedLine } from '../../../../contract/forms/partnerSales'
import { webhookEvents } from '../../../../contract/rules/webhooks'
import type { Offer } from '../../../../contract/offers'
import { measures } from '../../../../contract/rules/measures'
import type { FigureViewInput } from '../../../../machines/reports/figureView.machine'
import type { OfferEditInput } from '../../../../machines/offers/offerEdit.machine'
import type { MemberRoleInput } from '../../../../machines/members/memberRole.machine'
import type { MemberChangeInput } from '../../../../machines/members/memberChange.machine'
import type { CollaborationSellInput } from '../../../../machines/collaborations/collaborationSell.machine'
import type { CollaborationStepInput } from '../../../../machines/collaborations/collaborationStep.machine'
import type { DeviceSignOutInput } from '../../../../machines/session/deviceSignOut.machine'
import { offerLabels } from '../../offers/offerLabels'
import {
  askedBefore,
  chooseInRow,
  type Control,
  dialog,
  type Driven,
  formOf,
  isOfRecord,
  isOpenedByTab,
  openMenu,
  placeOf,
  press,
  rowOf,
  stateBefore,
} from './control'
import { moneyControls } from './moneyControls'
import { fulfilmentControls } from './fulfilmentControls'
import { sellingControls } from './sellingControls'

async function fill(field: Locator, value: unknown): Promise<void> {
  // A field that takes nothing now was left just before, which the app reports by itself.
  if (await field.isDisabled()) return
  const kind = await field.evaluate((element) => (element instanceof HTMLInputElement ? element.type : element.tagName))
  if (kind === 'SELECT') await field.selectOption(String(value))
  else if (kind === 'checkbox') await field.setChecked(value === true)
  else await field.fill(String(value))
}

/** What was changed, by the names of fields: of what has several of one kind, each by its own. */
const fieldsOf = (changed: object): [name: string, value: unknown][] =>
  Object.entries(changed).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    if (name === 'units' || name === 'duties' || name === 'campaigns')
      return Object.entries(value as object).map(([id, each]) => [`${name}.${id}`, each])
    if (name === 'events') return webhookEvents.map((event) => [`events.${event}`, (value as string[]).includes(event)])
    if (name === 'lines') return (value as (PackLine | TypedLine)[]).flatMap(fieldsOfLine)
    return [[name, value]]
  })

/** Of a line that is sold each by its own name; of one that is packed there is its quantity alone. */
const fieldsOfLine = (line: PackLine | TypedLine, index: number): [name: string, value: unknown][] =>
  'offerId' in line
    ? (['offerId', 'quantity', 'unitPrice'] as const).map((name) => [`lines.${index}.${name}`, line[name]])
    : [[`quantity-${index}`, line.quantity]]

/** Whether a state of a machine is in one of this name, at whatever depth. */
const isIn = (state: unknown, name: string): boolean =>
  typeof state === 'object' && state !== null ? Object.values(state).some((part) => isIn(part, name)) : state === name

const changeFields: Control = async (driven) => {
  // A field that was left for the question whether to leave is put in order by the app itself.
  const { actor, recording } = driven
  if (isIn(stateBefore(driven), 'asking')) return
  // So is one that was left for signing in again.
  const session = recording.actors.find(({ machine }) => machine === 'session')
  if (session && actor.machine !== 'auth' && isIn(stateBefore(driven, session), 'expired')) return
  if (isOfDemo(driven)) return
  const form = formOf(driven)
  for (const [name, value] of fieldsOf(driven.event['fields'] as object)) {
    const field = form.locator(`[name="${name}"]`)
    // An address that is whole is only read back, and has no field until another one is asked for.
    if (actor.machine === 'orderNew' && name.startsWith('address.'))
      await field.or(form.getByRole('button', { name: 'Change address' })).click()
    // What is chosen may put one field in another's place, which the app empties by itself.
    if (value !== undefined && (await field.count()) > 0) await fill(field, value)
  }
}

const chooseProduct: Control = async ({ event, page }) => {
  const option = page.locator(`[role=option][data-value="${String(event['productId'])}"]`)
  if (!(await option.isVisible())) await page.getByRole('combobox', { name: 'Product' }).click()
  await option.click()
}

const rowAction =
  (action: 'Edit' | 'Delete'): Control =>
  async (driven) => {
    const { event, page } = driven
    const { name, offer } = event['input'] as { name?: string; offer?: { displayName: string } }
    // The page of a single record has its actions as buttons.
    if (isOfRecord(driven)) return page.getByRole('main').getByRole('button', { name: action, exact: true }).click()
    const row = page
      .getByRole('row')
      .filter({ hasText: name ?? offer?.displayName ?? '' })
      .first()
    await row.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: action }).click()
  }

const discardDraft: Control = async ({ event, page }) => {
  const { id, name } = event['input'] as { id: string; name: string }
  const isOpen = new URL(page.url()).searchParams.get('draftId') === id
  const button = isOpen ? 'Discard draft' : `Discard draft of ${name}`
  await page.getByRole('button', { name: button, exact: true }).click()
}

const ofView =
  (entry: string | RegExp): Control =>
  async ({ page }) => {
    await openMenu(page.getByRole('button', { name: /^Actions for the view/ }), page)
    await page.getByRole('menuitem', { name: entry }).click()
  }

const inViews =
  (entry: string): Control =>
  async ({ page }) => {
    await openMenu(page.getByRole('button', { name: /^View(?:s$|: )/ }), page)
    await page.getByRole('menuitem', { name: entry }).click()
  }

const ofSavedReport =
  (entry: string | RegExp): Control =>
  async ({ event, page }) => {
    const { report, name } = event['input'] as { report?: { name: string }; name?: string }
    await openMenu(page.getByRole('button', { name: `Actions for ${report?.name ?? name}`, exact: true }), page)
    await page.getByRole('menuitem', { name: entry }).click()
  }

/** A total is a card, and any other figure stands in the row of what it is of. */
const openFigure: Control = async ({ event, page }) => {
  const { figure } = event['input'] as FigureViewInput
  const { label } = measures[figure.measure]
  const [key] = figure.keys
  const place = key ? page.getByRole('row', { name: key.name }) : page.getByRole('region', { name: 'Totals' })
  await (key ? place.getByRole('button').first() : place.getByRole('button', { name: label })).click()
}

/** The account menu is the last button of the header. */
const accountMenu = async (page: Page, entry: string) => {
  await openMenu(page.locator('header').getByRole('button').last(), page)
  await page
    .getByRole('menuitem', { name: entry })
    .or(page.getByRole('menuitemcheckbox', { name: entry }))
    .click()
}

const paletteField = /^Page, action, order/

/** What options were looked for last, of the lists that one actor looks in; undefined where they are all there to choose from. */
function lookedForBefore({ recording, actor, at }: Driven): string | undefined {
  const { event } = recording.events.findLast(
    (one) => one.actor === actor.session && one.at < at && one.event.type.startsWith('xstate.error.'),
  ) ?? { event: undefined }
  if (event?.type.endsWith('.orderOptions.customers.searching')) return 'Find a customer'
  if (event?.type.endsWith('.customerMerge.finding.searching')) return 'The other customer'
  if (event?.type.endsWith('.orderOptions.offers.searching')) return 'Add an offer'
  return event?.type.endsWith('.searching') ? 'Product' : undefined
}

const modes: Record<string, RegExp> = {
  signIn: /sign in|^Continue$/i,
  signUp: /^sign up$/i,
  forgot: /forgot/i,
}

/** The flows that only ask. */
const confirmations: ReadonlySet<string | undefined> = new Set([
  'recordDelete',
  'campaignArchive',
  'customerUnmerge',
  'memberRole',
  'gatewaySwitch',
  'deviceSignOut',
  'webhookSecretRenew',
  'webhookSwitch',
  'reportMail',
  'collaborationDecline',
  'collaborationStep',
  'fulfilmentStep',
  'bulkStep',
  'productStep',
  'sheetImport',
])

/** Whether it is about the demo, whose one button types and submits. */
const isOfDemo = ({ actor, recording, at }: Driven): boolean => {
  const { address = '' } = recording.visits.findLast((visit) => visit.at <= at) ?? {}
  return actor.machine === 'auth' && /^\/(?:$|\?)/.test(address)
}

const submit: Control = async (driven) => {
  if (isOfDemo(driven)) return driven.page.getByRole('button', { name: 'Try the demo' }).click()
  const form = formOf(driven)
  if (placeOf(driven)) return form.getByRole('textbox').press('Enter')
  // A confirmation has no form; what it asks for is its last button.
  await (
    confirmations.has(driven.actor.machine) ? form.getByRole('button').last() : form.locator('button[type=submit]')
  ).click()
}

/** How long the focus may take to come into a dialog, in milliseconds. */
const focusing = 2_000

/** Goes on to the next page of the recording, which the screen may not let go to. */
const leaveScreen: Control = async ({ recording, page, at }) => {
  const next = recording.visits.find((one) => one.at > at)
  const link = page.locator(`a[href="${next?.address ?? '/orders'}"]`).first()
  await ((await link.isVisible()) ? link : page.locator('a[href="/orders"]').first()).click()
}

/** The control behind each event; events that the app sends itself have none. */
export const controls: Readonly<Record<string, Control>> = {
  'field.change': changeFields,
  'product.search': async ({ event, page }) =>
    page.getByRole('combobox', { name: 'Product' }).fill(String(event['text'])),
  'product.choose': chooseProduct,
  'form.submit': submit,
  'dialog.submit': submit,
  'dialog.cancel': async (driven) => {
    const form = formOf(driven)
    if (placeOf(driven)) return form.getByRole('textbox').press('Escape')
    // What is still being read shows no dialog, and is left by Back.
    if (stateBefore(driven) !== 'loading')
      await form
        .getByRole('button', { name: /^(?:Cancel|Close|Back|Done|Keep (?:it|order|parcel)|I have (?:it|them))$/ })
        .click()
    else await driven.page.goBack()
  },
  'dialog.leave': async (driven) => {
    const { actor, page } = driven
    if (actor.machine === 'orderNew') return leaveScreen(driven)
    // Only then does it hear the key; where what had the focus is gone, the page hears it.
    const focused = dialog(page).locator(':focus').first()
    await focused.waitFor({ state: 'attached', timeout: focusing }).catch(() => {})
    // An open list of options takes the key for itself.
    const options = page.getByRole('listbox')
    if (await options.isVisible()) {
      await page.keyboard.press('Escape')
      await options.waitFor({ state: 'hidden' })
    }
    await page.keyboard.press('Escape')
  },
  'input.keep': press('Keep editing'),
  'input.discard': press('Discard'),
  'theirs.use': press(/^Use (?:theirs|the other one)$/),
  'mine.keep': press(/^Keep (?:mine|this one)$/),
  'mode.choose': async ({ event, page }) => {
    const name = modes[String(event['mode'])]
    if (name) await page.locator('main').getByRole('button', { name }).last().click()
  },
  'open.offerEdit': async (driven) => {
    const { offer, place } = driven.event['input'] as OfferEditInput
    if (place === null) await rowAction('Edit')(driven)
    else await rowOf(driven.page, offer.id).getByTitle(`Change ${offerLabels[place]}`).click()
  },
  'open.recordDelete': async (driven) => {
    const { resource } = driven.event['input'] as { resource: string }
    if (resource === 'orderDrafts') return discardDraft(driven)
    if (resource === 'mails') return chooseInRow(driven.page, String(driven.event['recordId']), 'Drop')
    if (resource === 'savedReports') return ofSavedReport('Delete')(driven)
    if (resource === 'savedViews') return ofView('Delete')(driven)
    const button = (
      { callBacks: /^Done with/, apiTokens: /^Revoke/, telephoneTokens: /^Revoke/ } as Record<string, RegExp>
    )[resource]
    await (button ? press(button) : rowAction('Delete'))(driven)
  },
  'open.offerCreate': async (driven) => {
    const { source } = driven.event['input'] as { source: Offer | null }
    await (source ? chooseInRow(driven.page, source.id, 'Duplicate') : press('Add Offer')(driven))
  },
  'open.campaignEdit': async (driven) => {
    if (!isOpenedByTab(driven)) await press('Update Campaign')(driven)
  },
  'open.collaborationAccept': press('Accept'),
  'open.collaborationCreate': press('Invite partner'),
  'open.collaborationDecline': press('Decline'),
  'open.collaborationSell': async (driven) => {
    const { begun } = driven.event['input'] as CollaborationSellInput
    // What was begun as a new order is opened by the page that it leads to.
    if (begun === undefined) await press('Sell')(driven)
  },
  'open.collaborationShare': press('Change'),
  'open.soldOrderView': ({ event, page }) => chooseInRow(page, String(event['recordId']), 'Payment link'),
  'open.collaborationStep': async (driven) => {
    const { step } = driven.event['input'] as CollaborationStepInput
    const buttons = { renew: 'Send again', pause: 'Pause', resume: 'Resume', end: /^(?:End|Withdraw)$/ }
    await press(buttons[step])(driven)
  },
  'open.autoresponderCreate': press('Add New'),
  'open.appAdd': press('Add an authenticator app'),
  'open.appRemove': press('Remove app'),
  'passkey.use': press(/passkey$/),
  'open.passkeyAdd': press('Add a passkey'),
  'open.passkeyRename': press(/^Rename: /),
  'open.passkeyRemove': press(/^Remove: /),
  'open.recoveryCodesRenew': press('Renew recovery codes'),
  'open.passwordChange': press('Change password'),
  'open.deviceSignOut': async ({ event, page }) => {
    const { device } = event['input'] as DeviceSignOutInput
    const place = device ? rowOf(page, device.id) : page.getByRole('main')
    await place.getByRole('button', { name: device ? /^Sign out there/ : 'Sign out everywhere else' }).click()
  },
  'open.profileEdit': async ({ page }) => accountMenu(page, 'Your profile'),
  'open.memberRole': async (driven) => {
    const { step } = driven.event['input'] as MemberRoleInput
    await press({ letChange: 'Let change settings', letSell: 'Let only sell' }[step])(driven)
  },
  'open.memberChange': async (driven) => {
    const { step } = driven.event['input'] as MemberChangeInput
    await press({ disable: 'Disable', enable: 'Enable', remove: 'Remove', leave: 'Leave the organization' }[step])(
      driven,
    )
  },
  'session.logout': async (driven) => {
    // Whoever was put out is signed out already, and goes on.
    if (stateBefore(driven) === 'signedOut') await press('Go to sign in')(driven)
    else await accountMenu(driven.page, 'Log out')
  },
  'theme.choose': async ({ event, page }) => {
    const theme = String(event['theme'])
    await accountMenu(page, `${theme.charAt(0).toUpperCase()}${theme.slice(1)} theme`)
  },
  'preferences.choose': async ({ event, page }) => {
    const [[name, choice] = []] = Object.entries(event['fields'] as Record<string, string>)
    await page.locator(`select[name="${name}"]`).selectOption(choice ?? '')
  },
  'organization.select': async ({ event, page, organizationName }) => {
    await openMenu(page.locator('header').getByRole('button').first(), page)
    await page
      .getByRole('menuitemcheckbox', { name: organizationName(String(event['organizationId'])) })
      .first()
      .click()
  },
  'open.organizationCreate': async ({ page }) => {
    await openMenu(page.locator('header').getByRole('button').first(), page)
    await page.getByRole('menuitem', { name: 'New organization' }).click()
  },
  'organization.follow': press(/^Switch to /),
  'search.change': async ({ event, page }) =>
    page.getByRole('searchbox', { name: 'Search Table' }).fill(String(event['text'])),
  'page.change': async (driven) => {
    const { event, page } = driven
    if (askedBefore(driven).pageSize !== event['pageSize'])
      await page.getByLabel('Rows per page').selectOption(String(event['pageSize']))
    else {
      const pages = page.getByRole('navigation', { name: 'Pages' })
      await pages.getByRole('button', { name: String(Number(event['pageIndex']) + 1), exact: true }).click()
    }
  },
  'sort.change': async (driven) => {
    const { by } = (driven.event['sort'] ?? askedBefore(driven).sort) as { by: string }
    await driven.page.locator(`th[data-column="${by}"] button`).click()
  },
  'filter.change': async ({ event, page }) => {
    const field = page.locator(`:is(select, input)[name="${String(event['name'])}"]`).first()
    // Those behind 'More filters' are there, too, and only seen once it is open.
    await field.evaluate((element) => element.closest('details')?.setAttribute('open', ''))
    await fill(field, event['value'] ?? '')
    // What is typed counts once its field is left.
    await field.blur()
  },
  'filters.clear': press('Clear filters'),
  'columns.change': async ({ event, page }) => {
    const columns = (event['columns'] as string[]).map((id) => `[data-value="${id}"]`).join(', ')
    await openMenu(page.getByRole('button', { name: 'Columns' }), page)
    // The one that is hidden, and is to be shown, or the other way round.
    const entry = `:is([aria-checked=false]:is(${columns}), [aria-checked=true]:not(${columns}))`
    await page.locator(`[role=menuitemcheckbox]${entry}`).first().click()
    // It stays open for the next one.
    await page.keyboard.press('Escape')
  },
  'toast.undo': async ({ page }) => page.getByRole('button', { name: 'Undo', exact: true }).first().click(),
  'options.retry': async (driven) => {
    const { page } = driven
    // Options that are looked for tell their failure in their list.
    const name = lookedForBefore(driven)
    if (name !== undefined) await page.getByRole('combobox', { name }).click()
    await press('Try again')(driven)
  },
  'list.retry': press('Try again'),
  'rows.retry': press('Try again'),
  'record.retry': press('Try again'),
  'report.retry': press('Try again'),
  'report.refresh': press('Read again'),
  'open.figureView': openFigure,
  'open.palette': async ({ page }) => page.keyboard.press('Control+k'),
  'palette.search': async ({ event, page }) =>
    page.getByRole('combobox', { name: paletteField }).fill(String(event['text'])),
  'palette.choose': async ({ event, page }) => {
    const { id } = event['place'] as { id: string }
    await page.locator(`[role=option][data-value="${id}"]`).click()
  },
  'open.keysView': async ({ page }) => page.keyboard.press('?'),
  'keys.toggle': async ({ page }) => page.getByRole('checkbox', { name: /^Keys that are pressed alone/ }).click(),
  'open.viewSave': inViews('Save as new view'),
  'open.viewRename': ofView('Rename'),
  'open.viewShare': ofView(/^Share with|^Stop sharing/),
  'open.viewChange': async (driven) => {
    const { change } = driven.event['input'] as { change: object }
    await ('address' in change ? inViews('Save changes') : ofView(/^Begin with/))(driven)
  },
  'open.reportSave': press('Save report'),
  'open.reportRename': ofSavedReport('Rename'),
  'open.reportMail': ofSavedReport(/^Mail it/),
  'page.retry': press('Try again'),
  'organizations.retry': press('Load organizations again'),
  'toast.dismiss': press('Dismiss'),
  ...moneyControls,
  ...fulfilmentControls,
  ...sellingControls,
}

const seen =
  (state: 'hidden' | 'visible'): Control =>
  async ({ page }) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)

/** What another tab of the same browser does with the token. */
const fromOtherTab =
  (token: string | null): Control =>
  async ({ page }) => {
    const other = await page.context().newPage()
    await other.goto(new URL('/config.json', page.url()).href)
    await other.evaluate((value) => {
      if (value === null) window.localStorage.removeItem('auth_token')
      else window.localStorage.setItem('auth_token', `${value} ${Math.random()}`)
    }, token)
    await other.close()
  }

/** What the browser says of its network. */
const network =
  (isOnline: boolean): Control =>
  async ({ page }) =>
    page.evaluate((is) => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: is })
      window.dispatchEvent(new Event(is ? 'online' : 'offline'))
    }, isOnline)

/** What happens around the app: its window, its network, another tab. Actors of the app report it. */
export const surroundings: Readonly<Record<string, Control>> = {
  'connection.lost': network(false),
  'connection.found': network(true),
  'page.hidden': seen('hidden'),
  'page.shown': seen('visible'),
  'token.removed': fromOtherTab(null),
  'token.replaced': fromOtherTab('REDACTED'),
}
