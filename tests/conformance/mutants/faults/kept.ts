import { changed, type Fault, isRecord, isSuccess, parsed, valueAt, withBody } from '../exchange'
import { admits, answers, fault, on, remembering, requests } from '../make'
import { bodyOf, idIn, readList, recordIn, recordsAs, recordsIn, rowsAs, write } from '../selling'

const without = (body: unknown, name: string) =>
  isRecord(body) ? Object.fromEntries(Object.entries(body).filter(([field]) => field !== name)) : body

/** What is not kept of what was sent, and what is read by people whose it is not. */
export const notKept: Fault[] = [
  fault(
    'call-back-without-its-note',
    'the note of a call that is to be called back is lost',
    requests('calls.close', '', (body) =>
      isRecord(body) && body['disposition'] === 'call_back' ? without(body, 'note') : body,
    ),
  ),
  fault(
    'webhook-moved-without-events',
    'a webhook whose address is changed has the events from before',
    requests('webhooks.update', '', (body) => (isRecord(body) && 'address' in body ? without(body, 'events') : body)),
  ),
  fault(
    'one-list-is-arranged',
    'of all lists the columns of one alone stay as they were arranged',
    answers('users.me users.setPreferences', 'data.preferences.lists', (lists) =>
      isRecord(lists) ? Object.fromEntries(Object.entries(lists).slice(-1)) : lists,
    ),
  ),
  fault(
    'none-of-no-values-is-all',
    'a filter by none of any values finds all rows',
    requests('search', 'filters', (filters) =>
      isRecord(filters)
        ? Object.fromEntries(Object.entries(filters).filter(([, value]) => !Array.isArray(value) || value.length > 0))
        : filters,
    ),
  ),
  fault(
    'packing-list-by-number',
    'parcels to be packed are listed by the numbers of their orders',
    rowsAs('fulfilments.packingList', (rows) =>
      rows.toSorted((one, other) => Number(one['orderNumber']) - Number(other['orderNumber'])),
    ),
  ),
  fault('mail-of-anybody', 'a mail is read by whoever knows its id', admits('mails.get', [403, 404])),
  fault('report-of-anybody', 'a saved report is renamed by whoever knows its id', admits('savedReports.update', [404])),
  remembering('updated-as-it-was-made', 'a product that was changed is told as of when it was made', () =>
    on('products.update', async (exchange) => {
      const reply = await exchange.send()
      const created = valueAt(parsed(reply.text), 'data.createdAt')
      return isSuccess(reply)
        ? withBody(
            reply,
            changed(parsed(reply.text), 'data.updatedAt', () => created),
          )
        : reply
    }),
  ),
]

/** What one place tells of a record that others tell otherwise. */
export const toldOtherwise: Fault[] = [
  fault(
    'alike-with-a-note-of-nobody',
    'customers who are alike are told with a note that nobody has written',
    rowsAs('customers.findAlike', (rows) => rows.map((row) => ({ ...row, note: 'none' }))),
  ),
  fault(
    'bulk-change-made-when-begun',
    'a change of many is told to be made at another time once it has begun',
    recordsAs('bulkJobs.start', (job) => ({ ...job, createdAt: '2026-01-02T03:04:05.000Z' })),
  ),
  remembering('deleted-provider-still-offered', 'a deleted email provider can be chosen still', () => {
    const known = new Map<string, unknown>()
    const deleted = new Set<string>()
    return on('plugins.installed plugins.delete', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.method === 'DELETE') deleted.add(idIn(exchange))
      const whole = parsed(reply.text)
      if (!isRecord(whole) || exchange.method === 'DELETE') return reply
      const rows = recordsIn(whole['data'])
      for (const row of rows) known.set(String(valueAt(row, 'instance.id')), row)
      return withBody(reply, { ...whole, data: [...rows, ...[...deleted].flatMap((id) => known.get(id) ?? [])] })
    })
  }),
  remembering('reports-name-campaigns-as-made', 'a report calls a campaign as it was called when it was made', () => {
    const names = new Map<unknown, unknown>()
    return on('campaigns.create reports.read', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const record = recordIn(reply)
      if (exchange.call === 'campaigns.create') names.set(record['id'], record['name'])
      if (exchange.call === 'campaigns.create') return reply
      const lines = recordsIn(record['lines']).map((line) => ({
        ...line,
        keys: recordsIn(line['keys']).map((key) => ({ ...key, name: names.get(key['id']) ?? key['name'] })),
      }))
      return withBody(reply, { data: { ...record, lines } })
    })
  }),
  fault(
    'parcel-sent-without-its-items',
    'of a parcel that is on its way it is not told what is in it once it is read alone',
    recordsAs('fulfilments.get', (parcel) => (parcel['status'] === 'shipped' ? { ...parcel, items: null } : parcel)),
  ),
  remembering('gateway-counts-deleted-offers', 'a gateway counts offers that are deleted', () => {
    let deleted = 0
    return on('offers.delete gateways.get', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'offers.delete') deleted += 1
      const record = recordIn(reply)
      return exchange.call === 'gateways.get'
        ? withBody(reply, { data: { ...record, offersCount: Number(record['offersCount']) + deleted } })
        : reply
    })
  }),
  remembering('one-view-over-all-lists', 'a view that one list begins with ends that of every other list', () => {
    let organizationId: unknown
    return on('savedViews.create savedViews.setDefault', async (exchange) => {
      const reply = await exchange.send()
      organizationId = bodyOf(exchange)['organizationId'] ?? organizationId
      const { isDefault, list } = recordIn(reply)
      if (exchange.call === 'savedViews.create' || isDefault !== true) return reply
      for (const view of await readList(exchange, `/saved-views?organizationId=${String(organizationId)}`)) {
        if (view['isDefault'] !== true || view['list'] === list) continue
        await write(exchange, 'PUT', `/saved-views/${String(view['id'])}/default`, { isDefault: false })
      }
      return reply
    })
  }),
]
