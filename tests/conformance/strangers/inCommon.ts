import { daysLater } from '../../../contract/rules/days'
import {
  answer,
  changed,
  type Exchange,
  type Handler,
  isRecord,
  isSuccess,
  parsed,
  type Reply,
  valueAt,
  withBody,
} from '../mutants/exchange'
import { on, replies } from '../mutants/make'
import { bodyOf, idIn, read, readList, recordIn, recordsIn, rowsOf, tokenIn, write } from '../mutants/selling'

// What the faults of strangers have in common.

export type Fields = Record<string, unknown>

export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

export const digitsIn = (value: unknown): string => textIn(value).replaceAll(/\D/g, '')

/** An amount, rounded to cents. */
export const cents = (amount: number): number => Math.round(amount * 100) / 100

/** The filters of a search. */
export const filtersOf = (exchange: Exchange): Fields => {
  const { filters } = bodyOf(exchange)
  return isRecord(filters) ? filters : {}
}

/** The ids of the organizations of whoever asks. */
export const organizationIds = async (exchange: Exchange): Promise<string[]> =>
  (await readList(exchange, '/organizations')).map(({ id }) => textIn(id))

export const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** The day before; what names none is as it was. */
export const dayBefore = (day: string): string => (Number.isNaN(Date.parse(day)) ? day : daysLater(day, -1))

export const refused = (status: number, code: string, message: string, path?: string): Reply =>
  answer(status, {
    success: false,
    message,
    error: { code, message, ...(path !== undefined && { details: [{ path, message }] }) },
  })

/** A list without some of its rows, which its total does not count either. */
export function without(reply: Reply, isLeftOut: (row: Fields, index: number) => boolean): Reply {
  const body = parsed(reply.text)
  if (!isRecord(body) || !Array.isArray(body['data'])) return reply
  const all = body['data'].filter(isRecord)
  const data = all.filter((row, index) => !isLeftOut(row, index))
  const meta = isRecord(body['meta'])
    ? { ...body['meta'], total: Number(body['meta']['total']) - all.length + data.length }
    : undefined
  return withBody(reply, { ...body, data, ...(meta && { meta }) })
}

/** Sends another body where the change makes one. */
export const bodies = (
  calls: string,
  change: (body: Fields, exchange: Exchange) => Fields | Promise<Fields>,
): Handler =>
  on(calls, async (exchange) => {
    if (!isRecord(exchange.body)) return exchange.send()
    const body = await change(exchange.body, exchange)
    return JSON.stringify(body) === JSON.stringify(exchange.body) ? exchange.send() : exchange.send({ body })
  })

/** The same, and what is sent again with its key is changed in the same way. */
export function steadily(
  calls: string,
  change: (body: Fields, exchange: Exchange) => Fields | Promise<Fields>,
): Handler {
  const sent = new Map<string, Fields>()
  return bodies(calls, async (body, exchange) => {
    const key = exchange.headers['idempotency-key']
    const name = `${tokenIn(exchange)} ${exchange.path} ${key} ${JSON.stringify(body)}`
    const made = (key === undefined ? undefined : sent.get(name)) ?? (await change(body, exchange))
    if (key !== undefined) sent.set(name, made)
    return made
  })
}

/** How many rows a search finds. */
export async function countOf(exchange: Exchange, resource: string, organizationId: unknown, filters: Fields) {
  const found = await write(exchange, 'POST', '/search', { organizationId, resource, filters, limit: 1, page: 1 })
  return numberIn(valueAt(parsed(found.text), 'meta.total'))
}

/** All pages of what a search finds. */
export async function allRows(exchange: Exchange, resource: string, asked: Fields): Promise<Fields[]> {
  const rows: Fields[] = []
  for (let page = 1; page <= 50 && rows.length === (page - 1) * 100; page += 1) {
    rows.push(...(await rowsOf(exchange, resource, { ...asked, page })))
  }
  return rows
}

/** A row of a list that only its id is known of, in whichever organization of the asker it is. */
export async function rowOf(exchange: Exchange, resource: string, id: string): Promise<Fields> {
  for (const organizationId of await organizationIds(exchange)) {
    const [row] = await rowsOf(exchange, resource, { organizationId, filters: { ids: [id] } })
    if (row) return row
  }
  return {}
}

/** A row of a list that has a call of its own, and the organization of the asker that it is of. */
export async function listedIn(exchange: Exchange, path: string, id: unknown) {
  for (const organizationId of await organizationIds(exchange)) {
    const row = (await readList(exchange, `${path}?organizationId=${organizationId}`)).find((one) => one['id'] === id)
    if (row) return { organizationId, row }
  }
  return undefined
}

/** What a further request has made of the record is the answer, where that went well. */
export const goesOn = (
  calls: string,
  further: (exchange: Exchange, record: Fields) => Promise<Reply | undefined>,
): Handler =>
  replies(calls, async (reply, exchange) => {
    const next = await further(exchange, recordIn(reply))
    return next && isSuccess(next) ? next : reply
  })

const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/** What a clock in UTC shows when one of the zone shows this; of what is none, the same. */
export function inUtc(shown: string, timeZone: string): string {
  const guess = Date.parse(`${shown.replace(' ', 'T')}Z`)
  if (Number.isNaN(guess)) return shown
  const ahead = Date.parse(`${clockIn(timeZone).format(guess).replace(' ', 'T')}Z`) - guess
  return clockIn('UTC').format(guess - ahead)
}

// What several of them have thought of.

/** An auto-responder that is paused sends again. */
export const wakesPaused = (calls: string): Handler =>
  goesOn(calls, async (exchange, { id, paused }) =>
    paused === true ? write(exchange, 'POST', `/autoresponders/email/${textIn(id)}/resume`, {}) : undefined,
  )

/** A saved report that is changed is mailed no more. */
export const endsReportMail: Handler = goesOn('savedReports.update', async (exchange, { id, isMailed }) =>
  isMailed === true ? write(exchange, 'PUT', `/saved-reports/${textIn(id)}/mail`, { isMailed: false }) : undefined,
)

/** An order can be paid through gateways that are disabled as well, as far as it is told. */
export const offersDisabledGateways: Handler = replies('orders.payments', async (reply, exchange) => {
  const { organizationId } = await read(exchange, `/orders/${idIn(exchange)}`)
  const gateways = await readList(exchange, `/gateways?organizationId=${textIn(organizationId)}`)
  const disabled = gateways
    .filter(({ state }) => state === 'disabled')
    .map(({ id, displayName }) => ({ id, displayName, whyNot: null }))
  return withBody(
    reply,
    changed(parsed(reply.text), 'data.gateways', (given) => [...recordsIn(given), ...disabled]),
  )
})

/** A list begins with the view that was chosen before as well. */
export const beginsWithSeveral = (): Handler => {
  const chosen = new Set<string>()
  return on('savedViews.setDefault savedViews.list', async (exchange) => {
    const reply = await exchange.send()
    if (!isSuccess(reply)) return reply
    const keyOf = (id: unknown) => `${tokenIn(exchange)} ${textIn(id)}`
    if (exchange.call === 'savedViews.setDefault') {
      const key = keyOf(idIn(exchange))
      if (bodyOf(exchange)['isDefault'] === true) chosen.add(key)
      else chosen.delete(key)
      return reply
    }
    return withBody(
      reply,
      changed(parsed(reply.text), 'data.*', (view) =>
        isRecord(view) && chosen.has(keyOf(view['id'])) ? { ...view, isDefault: true } : view,
      ),
    )
  })
}

/** A mail about orders that is reset keeps the subject that was written for it. */
export const resetKeepsSubject: Handler = on('orderMails.reset', async (exchange) => {
  const before = await listedIn(exchange, '/order-mails', idIn(exchange))
  const reply = await exchange.send()
  const subject = before?.row['subject']
  if (!isSuccess(reply) || subject === undefined || subject === recordIn(reply)['subject']) return reply
  const kept = await write(exchange, 'PUT', `/order-mails/${idIn(exchange)}`, { subject })
  return isSuccess(kept) ? kept : reply
})

/** A mail about orders that is switched off is switched on as it is reset. */
export const resetSwitchesOn: Handler = goesOn('orderMails.reset', async (exchange, { id, enabled }) =>
  enabled === false ? write(exchange, 'POST', `/order-mails/${textIn(id)}/enable`, {}) : undefined,
)

/** What is kept of a draft is laid over what it had. */
export const keepsWhatDraftsHad: Handler = bodies('orderDrafts.keep', async (body, exchange) => {
  const { content } = await read(exchange, `/order-drafts/${idIn(exchange)}`)
  return isRecord(content) && isRecord(body['content'])
    ? { ...body, content: { ...content, ...body['content'] } }
    : body
})

/** The events that a webhook is told of are only ever added to. */
export const addsWebhookEvents: Handler = bodies('webhooks.update', async (body, exchange) => {
  const { events } = body
  // Of none it is refused.
  if (!Array.isArray(events) || events.length === 0) return body
  const before: unknown = (await listedIn(exchange, '/outgoing-webhooks', idIn(exchange)))?.row['events']
  return Array.isArray(before) ? { ...body, events: [...new Set<unknown>([...before, ...events])] } : body
})
