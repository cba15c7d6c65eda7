import { type Exchange, type Fault, gone, isRecord, isSuccess, parsed, withBody } from '../exchange'
import { admits, answers, fault, on, refusals, requests } from '../make'
import { afterwards, bodyOf, deafTo, empties, idIn, read, recordsAs, rowsAs, tokenIn, write } from '../selling'

const asDraft = (exchange: Exchange) => `/api/v1/order-drafts/${idIn(exchange)}`

const tidied = (value: unknown) => (typeof value === 'string' ? value.trim().replace(',', '.') : value)

/** Discarded drafts are read as they were last. */
const undying: Fault = {
  id: 'draft-discarded-read',
  about: 'a discarded draft can be read still',
  make: () => {
    const last = new Map<string, Awaited<ReturnType<Exchange['send']>>>()
    return on('orderDrafts.get', async (exchange) => {
      const reply = await exchange.send()
      const key = `${tokenIn(exchange)} ${idIn(exchange)}`
      if (isSuccess(reply)) last.set(key, reply)
      return last.get(key) ?? reply
    })
  },
}

/** Placed and discarded drafts stay in the list. */
const listedForEver: Fault = {
  id: 'draft-placed-listed',
  about: 'a draft that was placed or discarded stays in the list',
  make: () => {
    const seen = new Map<unknown, Record<string, unknown>>()
    return rowsAs('orderDrafts.list', (rows) => {
      for (const row of rows) seen.set(row['id'], row)
      return [...seen.values()]
    })
  },
}

export const orderDrafts: Fault[] = [
  fault(
    'draft-tidied',
    'what is typed is tidied up',
    requests('orderDrafts.keep', 'content.lines.*.unitPrice', tidied),
  ),
  fault(
    'draft-judged',
    'a draft with a wrong quantity is refused',
    on('orderDrafts.keep', (exchange) =>
      /"quantity":"[^"]*[^\d"]/.test(exchange.text)
        ? exchange.send({ body: { ...bodyOf(exchange), content: 'wrong' } })
        : exchange.send(),
    ),
  ),
  fault(
    'draft-note-lost',
    'the note of a draft is lost',
    requests('orderDrafts.keep', 'content.note', () => ''),
  ),
  fault(
    'draft-customer-lost',
    'what is typed of a new customer is lost',
    requests('orderDrafts.keep', 'content.newCustomer', () => ({})),
  ),
  fault(
    'draft-lines-cut',
    'a draft keeps its first line only',
    requests('orderDrafts.keep', 'content.lines', (lines) => (Array.isArray(lines) ? lines.slice(0, 1) : lines)),
  ),
  fault('draft-title-lost', 'a draft has no title', empties('orderDrafts.list', 'data.*.title')),
  fault(
    'draft-merged',
    'what is taken out of a draft stays in it',
    on('orderDrafts.keep', async (exchange) => {
      const { content } = await read(exchange, `/order-drafts/${idIn(exchange)}`)
      const sent = bodyOf(exchange)['content']
      return isRecord(content) && isRecord(sent)
        ? exchange.send({ body: { ...bodyOf(exchange), content: { ...content, ...sent } } })
        : exchange.send()
    }),
  ),
  fault('draft-version-ignored', 'an outdated draft overwrites a newer one', deafTo('if-match', 'orderDrafts.keep')),
  fault(
    'draft-version-stuck',
    'the version of a draft does not grow',
    recordsAs('orderDrafts.keep orderDrafts.get', (record) => ({ ...record, version: 1 })),
  ),
  fault(
    'draft-outdated-without-record',
    'whoever keeps an outdated draft is not told what there is now',
    refusals('orderDrafts.keep', [409], (reply) => {
      const body = parsed(reply.text)
      if (!isRecord(body) || !isRecord(body['error'])) return reply
      const { details: _, ...error } = body['error']
      return withBody(reply, { ...body, error })
    }),
  ),
  fault(
    'draft-kept-late',
    'a draft that was discarded or placed can be kept on',
    refusals('orderDrafts.keep', [409], (reply, exchange) => {
      if (exchange.headers['if-match'] !== undefined) return reply
      const { title, content, organizationId } = bodyOf(exchange)
      const now = new Date().toISOString()
      const data = { id: idIn(exchange), title, content, organizationId, version: 1, createdAt: now, updatedAt: now }
      return { ...reply, status: 200, text: JSON.stringify({ data }) }
    }),
  ),
  undying,
  listedForEver,
  fault(
    'draft-oldest-first',
    'drafts are listed the one first that was changed longest ago',
    rowsAs('orderDrafts.list', (rows) => rows.toReversed()),
  ),
  fault(
    'draft-unlisted',
    'a new draft is not in the list',
    rowsAs('orderDrafts.list', () => []),
  ),
  fault(
    'draft-discard-ineffective',
    'discarding a draft does nothing',
    on('orderDrafts.discard', async (exchange) => {
      const known = await exchange.ask('GET', asDraft(exchange), tokenIn(exchange))
      return isSuccess(known)
        ? { ...known, text: JSON.stringify({ success: true, message: 'Draft discarded' }) }
        : exchange.send()
    }),
  ),
  fault('draft-read-by-strangers', "somebody else's draft can be read", admits('orderDrafts.get', [404])),
  fault('draft-discarded-by-strangers', "somebody else's draft can be discarded", admits('orderDrafts.discard', [404])),
  fault('draft-kept-by-strangers', 'drafts can be kept in other organizations', admits('orderDrafts.keep', [403, 404])),
  fault('draft-listed-to-strangers', "other organizations' drafts are listed", admits('orderDrafts.list', [403, 404])),
  fault('draft-open-to-all', 'drafts are kept without a token', admits('orderDrafts.keep orderDrafts.get', [401])),
  fault(
    'draft-discarded-by-reading',
    'a draft is gone once it has been read',
    afterwards('orderDrafts.get', (exchange) =>
      write(exchange, 'DELETE', `/order-drafts/${idIn(exchange)}`, undefined),
    ),
  ),
  fault(
    'draft-lines-texts',
    'quantities of a draft are answered as numbers',
    answers('orderDrafts.get', 'data.content.lines.*.quantity', (typed) => (Number(typed) > 0 ? Number(typed) : typed)),
  ),
  fault(
    'draft-forgets-agreement',
    'a draft forgets when the terms were agreed to',
    requests('orderDrafts.keep', 'content.agreedToTermsAt', () => undefined),
  ),
  fault(
    'draft-begun-anew',
    'a draft is begun whenever it is kept',
    recordsAs('orderDrafts.keep', (record) => ({ ...record, createdAt: record['updatedAt'] })),
  ),
  fault(
    'draft-listed-behind',
    'drafts are listed with the version before',
    rowsAs('orderDrafts.list', (rows) => rows.map((row) => ({ ...row, version: Number(row['version']) - 1 }))),
  ),
  fault(
    'draft-of-fifty-lines',
    'of a draft fifty lines are kept',
    requests('orderDrafts.keep', 'content.lines', (lines) => (Array.isArray(lines) ? lines.slice(0, 50) : lines)),
  ),
  fault(
    'draft-last-name-lost',
    'the last name that is typed of a new customer is lost',
    requests('orderDrafts.keep', 'content.newCustomer.lastName', () => gone),
  ),
  fault(
    'draft-emptied-line-lost',
    'a line of an address that was emptied is taken for one that was never typed',
    requests('orderDrafts.keep', 'content.address.country', (country) => (country === '' ? gone : country)),
  ),
]
