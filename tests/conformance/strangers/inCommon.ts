import { daysLater } from '../../../contract/rules/days'
import {
  answer,
  type Exchange,
  type Handler,
  isRecord,
  parsed,
  type Reply,
  valueAt,
  withBody,
} from '../mutants/exchange'
import { on } from '../mutants/make'
import { bodyOf, readList, rowsOf, tokenIn, write } from '../mutants/selling'

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
