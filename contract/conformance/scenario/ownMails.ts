import { difference } from '../engine/compare'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { sideBySide } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { refuseForeign } from './intrusion'
import { dataOf } from './paying'
import { refuseOutdated } from './sellingBasics'

/** The organization's own mails about orders can be changed, tried out, switched off and begun anew (ML-04). */
export async function checkOwnMails(run: Run, { first, second, marker }: World, shop: Shop): Promise<void> {
  const query = { organizationId: shop.tenant.organizationId }
  const listed = await run.succeed('orderMails.list', 'orderMails.list', { query })
  const own = rowsOf(listed)
  const events = new Set(own.map(({ event }) => event))
  const isEach = own.length === 4 && events.size === 4
  run.verify('orderMails.list', listed, isEach, 'one mail for each of four events', [...events].join(', '))
  await sideBySide(run, own, (mail) => previews(run, mail))
  // The one that has never been changed, so that it can be put back as it was.
  const mail = own.find(({ isOriginal, enabled }) => isOriginal === true && enabled === true)
  if (mail === undefined) return run.recorder.skip('orderMails.change', 'every mail was changed by its organization')
  shop.ownMail = mail
  const to = { params: { orderMailId: mail.id } }
  const now = async (): Promise<Row> =>
    rowsOf(await run.succeed('orderMails.change', 'orderMails.list', { query })).find(({ id }) => id === mail.id) ??
    mail
  const take = async (step: 'disable' | 'enable' | 'reset', due: object) => {
    const exchange = await run.succeed('orderMails.change', `orderMails.${step}`, { ...to, body: {} })
    const wrong = difference({ ...due }, recordOf(exchange)) ?? difference({ ...due }, await now())
    run.verify('orderMails.change', exchange, wrong === undefined, `the mail after ${step}`, wrong)
  }
  const subject = `${marker} own {{order_id}}`
  const { body } = mail
  const changed = await run.succeed('orderMails.change', 'orderMails.update', { ...to, body: { subject } })
  const wrong = difference({ subject, body, isOriginal: false, enabled: true }, await now())
  run.verify('orderMails.change', changed, wrong === undefined, 'another subject and nothing else changed', wrong)
  const text = `<p>${marker} {{order_total}} 名 &amp; <b>x</b></p>`
  const rewritten = await run.succeed('orderMails.change', 'orderMails.update', { ...to, body: { body: text } })
  const lost = difference({ subject, body: text, isOriginal: false, enabled: true }, await now())
  run.verify('orderMails.change', rewritten, lost === undefined, 'another text and nothing else changed', lost)
  for (const unfit of [{ subject: 'for {{nobody_knows}}' }, {}]) {
    await run.refuse('orderMails.change', 'orderMails.update', { ...to, body: unfit }, [400, 422])
  }
  await refuseOutdated(run, 'orderMails.update', { ...to, body: { subject: 'late' } }, now)
  const preview = await run.succeed('orderMails.preview', 'orderMails.preview', to)
  const texts = ['subject', 'mailHtml', 'mailText'].map((name) => String(dataOf(preview)[name]))
  const isOurs = texts[0]?.includes(`${marker} own `) === true && texts.every((part) => part.includes(marker))
  const isFilled = isOurs && texts.every((text) => !text.includes('{{'))
  run.verify('orderMails.preview', preview, isFilled, 'the mail with its placeholders filled', texts.join(' / '))
  const tests = async () => {
    const found = await run.succeed('mails.test', 'mails.list', {
      query: { ...query, q: `${marker} own`, limit: '100' },
    })
    return rowsOf(found).filter(({ event }) => event === 'test').length
  }
  const before = await tests()
  const tried = await run.succeed('mails.test', 'orderMails.sendTest', { ...to, body: {} })
  const more = (await tests()) - before
  run.verify('mails.test', tried, more === 1, 'one mail more, as a test', `${more}`)
  await take('disable', { enabled: false, subject })
  const later = `${subject} again`
  const written = await run.succeed('orderMails.change', 'orderMails.update', { ...to, body: { subject: later } })
  const differs = difference({ subject: later, body: text, enabled: false }, await now())
  run.verify('orderMails.change', written, differs === undefined, 'another subject of a mail that stays off', differs)
  await take('enable', { enabled: true, subject: later })
  await take('reset', { isOriginal: true, subject: mail['subject'], body })
  if (second === undefined) return
  for (const [name, ask] of [
    ['orderMails.update', { ...to, body: { subject: 'taken over' } }],
    ['orderMails.reset', { ...to, body: {} }],
    ['orderMails.disable', { ...to, body: {} }],
    ['orderMails.enable', { ...to, body: {} }],
    ['orderMails.preview', to],
    ['orderMails.sendTest', { ...to, body: {} }],
  ] as const) {
    await refuseForeign(run, second, first, name, { ...ask, isValid: true })
  }
}

/** Each of them is previewed as it is written, with what its placeholders stand for. */
async function previews(run: Run, { id, subject }: Row): Promise<void> {
  const preview = await run.succeed('orderMails.preview', 'orderMails.preview', { params: { orderMailId: id } })
  const told = dataOf(preview)
  const open = ['subject', 'mailHtml', 'mailText'].find((name) => textOf(told[name]).includes('{{'))
  run.verify('orderMails.preview', preview, open === undefined, 'the mail with its placeholders filled', open)
  const [beginning = ''] = textOf(subject).split('{{')
  const isIt = textOf(told['subject']).startsWith(beginning.trim())
  run.verify('orderMails.preview', preview, isIt, `a mail that begins with ${beginning}`, textOf(told['subject']))
}
