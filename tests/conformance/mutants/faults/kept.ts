import { type Fault, isRecord } from '../exchange'
import { admits, answers, fault, requests } from '../make'
import { rowsAs } from '../selling'

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
]
