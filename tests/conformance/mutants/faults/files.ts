import { answer, type Fault, gone, type Handler, isRecord, withBody } from '../exchange'
import { fault, on, replies, requests, unasked } from '../make'
import { idIn } from '../selling'

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

/** A moment of elsewhere as if the same clock were that of UTC. */
const asIfUtc = (moment: unknown): unknown =>
  typeof moment === 'string' ? moment.replace(/[+-]\d\d:\d\d$/, 'Z') : moment

const localTime = (id: string, about: string, calls: string, name: string): Fault =>
  fault(
    id,
    about,
    on(calls, (exchange) => {
      const query = new URLSearchParams(exchange.query)
      const moment = query.get(name)
      if (moment !== null) query.set(name, String(asIfUtc(moment)))
      return exchange.send({ query })
    }),
  )

const firstOf = (ids: unknown): unknown => (Array.isArray(ids) ? ids.slice(0, 1) : ids)

/** Blanks alone as a text that nothing has. */
const ofNothing = (q: unknown): unknown => (typeof q === 'string' && q.trim() === '' ? 'zqnothinghasthis' : q)

/** Gives the file of a list another look. */
const fileAs = (resource: string, change: (text: string) => string): Handler =>
  replies('listExports.csv', (reply, { body }) =>
    isRecord(body) && body['resource'] === resource ? { ...reply, text: change(reply.text) } : reply,
  )

/** What is saved, and files of whichever list. */
export const files: Fault[] = [
  fault(
    'view-sorted-for-good',
    'a saved view that is sorted by nothing any more is sorted by the date',
    requests('savedViews.update', 'address', (address) =>
      isRecord(address) && !('sort' in address) ? { ...address, sort: { by: 'createdAt', order: 'asc' } } : address,
    ),
  ),
  fault(
    'view-columns-stay',
    'the columns of a saved view that is changed are all columns',
    requests('savedViews.update', 'address.columns', () => gone),
  ),
  fault(
    'view-of-messages-of-all-states',
    'a saved view of the messages of a webhook is narrowed by nothing',
    requests('savedViews.create', '', (body) =>
      isRecord(body) && body['list'] === 'webhooks'
        ? { ...body, address: { ...fieldsOf(body['address']), filters: {} } }
        : body,
    ),
  ),
  fault(
    'saved-report-of-this-month',
    'a report of the last month is saved as one of this month',
    requests('savedReports.create', 'question.period', (period) => (period === 'lastMonth' ? 'thisMonth' : period)),
  ),
  fault(
    'saved-report-of-one-offer',
    'a report of several offers is saved as one of the first of them',
    requests('savedReports.create', 'question.filters.offerId', (ids) => (Array.isArray(ids) ? ids.slice(0, 1) : ids)),
  ),
  fault(
    'saved-report-without-times',
    'a report is saved without the time from ring to paid',
    requests('savedReports.create', 'question.measures', (measures) =>
      Array.isArray(measures) && measures.length > 1
        ? measures.filter((measure) => measure !== 'ringToPaidMost')
        : measures,
    ),
  ),
  fault('audit-workbook-of-any-time', 'the workbook of the audit is of whenever', unasked('audit.xlsx', 'createdFrom')),
  fault(
    'audit-workbook-of-all-resources',
    'the workbook of the audit is of every resource',
    unasked('audit.xlsx', 'resource'),
  ),
  fault(
    'audit-workbook-of-everybody',
    'the workbook of the audit is of whoever did it',
    unasked('audit.xlsx', 'actorId'),
  ),
  fault(
    'audit-workbook-of-every-record',
    'the workbook of the audit is of every record',
    unasked('audit.xlsx', 'recordId'),
  ),
  localTime(
    'audit-from-as-if-utc',
    'the audit takes moments of elsewhere for those of UTC',
    'audit.list',
    'createdFrom',
  ),
  localTime('audit-to-as-if-utc', 'the audit ends at moments of elsewhere as if in UTC', 'audit.list', 'createdTo'),
  localTime(
    'audit-file-as-if-utc',
    'the file of the audit ends at moments of elsewhere as if in UTC',
    'audit.csv',
    'createdTo',
  ),
  fault(
    'report-moments-as-if-utc',
    'a report takes the moment of elsewhere at which it begins for one of UTC',
    requests('reports.read', 'from', asIfUtc),
  ),
  fault(
    'report-file-moments-as-if-utc',
    'the file of a report ends at a moment of elsewhere as if in UTC',
    requests('reports.csv', 'to', asIfUtc),
  ),
  fault(
    'report-of-one-offer',
    'a report of several offers is of the first of them',
    requests('reports.read', 'filters.offerId', firstOf),
  ),
  fault(
    'report-of-one-gateway',
    'a report of several gateways is of the first of them',
    requests('reports.read', 'filters.gatewayInstanceId', firstOf),
  ),
  fault(
    'report-file-of-one-campaign',
    'the file of a report of several campaigns is of the first of them',
    requests('reports.csv', 'filters.campaignId', firstOf),
  ),
  fault(
    'report-file-of-every-agent',
    'the file of a report is not narrowed to agents',
    requests('reports.csv', 'filters.agentId', () => gone),
  ),
  fault(
    'report-workbook-of-every-gateway',
    'the workbook of a report is not narrowed to gateways',
    requests('reports.xlsx', 'filters.gatewayInstanceId', () => gone),
  ),
  fault(
    'report-workbook-of-every-offer',
    'the workbook of a report is not narrowed to offers',
    requests('reports.xlsx', 'filters.offerId', () => gone),
  ),
  fault(
    'report-file-by-days',
    'the file of a report by weeks is one by days',
    requests('reports.csv', 'dimensions.*', (one) => (one === 'week' ? 'day' : one)),
  ),
  fault(
    'report-file-always-compared',
    'the file of a report is compared, whether that is asked or not',
    requests('reports.csv', 'compare', () => 'previous'),
  ),
  fault(
    'customer-imports-unlisted',
    'imports of customers are not among those that can be undone',
    on('sheetImports.list', async (exchange) => {
      const reply = await exchange.send()
      return exchange.query.get('resource') === 'customers' ? withBody(reply, { data: [] }) : reply
    }),
  ),
  fault(
    'named-product-imports-unlisted',
    'imports of products are not found by what they are of',
    on('sheetImports.list', async (exchange) => {
      const reply = await exchange.send()
      return exchange.query.get('resource') === 'products' ? withBody(reply, { data: [] }) : reply
    }),
  ),
  fault(
    'refused-lines-of-all',
    'refused lines of an import are found with all others',
    on('sheetImports.lines', (exchange) => {
      const query = new URLSearchParams(exchange.query)
      if (query.get('verdict') === 'refused') query.delete('verdict')
      return exchange.send({ query })
    }),
  ),
  fault(
    'bulk-file-tells-of-no-undoing',
    'the file of what was done with many says of what was taken back that it was changed',
    fileAs('bulkJobs', (text) => text.replaceAll(/\d+ taken back/g, (told) => told.replace('taken back', 'changed'))),
  ),
  fault(
    'bulk-rows-file-without-why',
    'the file of the rows of a job does not say why some were refused',
    fileAs('bulkRows', (text) => text.replaceAll(/(,Refused,[^,]*,).*/g, '$1')),
  ),
  fault(
    'bulk-rows-workbook-of-any-outcome',
    'the workbook of the rows of a job has those of every outcome',
    requests('listExports.xlsx', 'filters.outcome', () => gone),
  ),
  fault(
    'message-file-names-events',
    'the file of the messages to a webhook calls a test by its event',
    fileAs('webhooks', (text) => text.replaceAll(/^Test,/gm, 'webhook.test,')),
  ),
  fault(
    'collaboration-file-of-every-state',
    'the file of collaborations is not narrowed to a state',
    requests('listExports.csv', 'filters.state', () => gone),
  ),
  fault(
    'member-file-tells-no-second-step',
    'the file of members does not say who signs in with two steps',
    fileAs('members', (text) => text.replaceAll(/,(?:None|On)\r\n/g, ',\r\n')),
  ),
  fault(
    'mail-file-without-orders',
    'the file of mails does not say of which order they are',
    fileAs('mails', (text) => text.replaceAll(/,#\d+,/g, ',,')),
  ),
  fault(
    'view-text-cut',
    'what a saved view looks for is kept to its hundredth letter',
    requests('savedViews.create', 'address.q', (q) => (typeof q === 'string' ? q.slice(0, 100) : q)),
  ),
  fault(
    'view-back-beside-its-name',
    'a view that is deleted comes back beside another one that has its name by now',
    on('savedViews.restore', async (exchange) => {
      const reply = await exchange.send()
      return reply.status === 409 ? answer(200, { data: { id: idIn(exchange) } }) : reply
    }),
  ),
  fault(
    'saved-report-keeps-its-period',
    'a saved report that asks for another period goes on asking for the one before',
    requests('savedReports.update', 'question.period', (period) => (period === 'thisYear' ? 'lastMonth' : period)),
  ),
  fault(
    'import-name-cut',
    'the name of an import is kept to its hundredth letter',
    requests('sheetImports.create', 'name', (name) => (typeof name === 'string' ? name.slice(0, 100) : name)),
  ),
  fault(
    'sums-of-blanks-are-none',
    'sums of money that moved are of nothing where blanks alone are typed',
    requests('transactions.sums', 'q', ofNothing),
  ),
  fault(
    'file-of-blanks-is-empty',
    'a file has no rows where blanks alone are typed',
    requests('listExports.csv', 'q', ofNothing),
  ),
]
