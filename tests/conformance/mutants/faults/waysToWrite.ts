import { answer, changed, type Fault, isRecord, isSuccess, parsed, withBody } from '../exchange'
import { accepts, answers, fault, on, refusals, remembering, requests } from '../make'
import { bodyOf, recordsIn, rowsOf, write } from '../selling'

type Fields = Record<string, unknown>

const cut = (most: number) => (value: unknown) => (typeof value === 'string' ? value.slice(0, most) : value)
const inText = (change: (text: string) => string) => (value: unknown) =>
  typeof value === 'string' ? change(value) : value

/** A body with its fields within an address changed. */
const atHome = (change: (address: Fields) => Fields) => (body: unknown) =>
  isRecord(body) && isRecord(body['shippingAddress'])
    ? { ...body, shippingAddress: change(body['shippingAddress']) }
    : body

const cutLine = (address: Fields): Fields => ({ ...address, address2: cut(200)(address['address2']) })

/** Who had no address before an import has the one that it came with still, once it is undone. */
const undoneAtHome: Fault = {
  id: 'undone-import-leaves-addresses',
  about: 'an import that is undone leaves addresses with those who had none',
  make: () => {
    let organizationId: unknown
    let cells: Fields[] = []
    return on('sheetImports.create sheetImports.addLines sheetImports.undo', async (exchange) => {
      const body = bodyOf(exchange)
      if (exchange.call === 'sheetImports.create') [organizationId, cells] = [body['organizationId'], []]
      for (const line of recordsIn(body['lines'])) if (isRecord(line['cells'])) cells.push(line['cells'])
      const reply = await exchange.send()
      if (exchange.call !== 'sheetImports.undo') return reply
      for (const { email, city } of cells.filter((one) => typeof one['city'] === 'string' && one['city'] !== '')) {
        const [row] = await rowsOf(exchange, 'customers', { organizationId, q: email })
        const home = row?.['shippingAddress']
        const isBare = !isRecord(home) || (home['city'] ?? '') === ''
        if (row && isBare)
          await write(exchange, 'PUT', `/customers/${String(row['id'])}`, { shippingAddress: { city } })
      }
      return reply
    })
  },
}

/** What was sent with blanks around it is told with them. */
const keepsBlanks = (id: string, calls: string, path: string, field: string): Fault =>
  remembering(id, `what is sent with blanks around it is kept with them, as ${field}`, () => {
    const typed = new Map<unknown, unknown>()
    return on(calls, async (exchange) => {
      const sent = bodyOf(exchange)[field]
      if (typeof sent === 'string') typed.set(sent.trim(), sent)
      const reply = await exchange.send()
      return isSuccess(reply)
        ? withBody(
            reply,
            changed(parsed(reply.text), path, (told) => typed.get(told) ?? told),
          )
        : reply
    })
  })

/** Of one way to write one field: lost, cut, made another, taken where it is to be refused. */
export const waysToWrite: Fault[] = [
  undoneAtHome,
  fault(
    'address-line-cut',
    'the second line of an address is cut off behind a hundred letters when it is changed',
    requests('customers.update', 'shippingAddress.address2', cut(100)),
  ),
  fault(
    'address-state-never-emptied',
    'the state of an address that is emptied stays as it was',
    requests(
      'customers.update',
      '',
      atHome(({ state, ...lines }) => (state === '' ? lines : { ...lines, state })),
    ),
  ),
  fault(
    'address-line-too-long-taken',
    'a line of an address that is too long is cut off instead of refused',
    accepts('customers.update', (body) => atHome(cutLine)(body) as Fields),
  ),
  fault(
    'last-name-without-marks',
    'what looks like HTML is taken out of a last name',
    requests(
      'customers.update',
      'lastName',
      inText((text) => text.replaceAll(/<[^>]*>/g, '')),
    ),
  ),
  fault(
    'seller-blanks-collapsed',
    'blanks beside each other in the details of a seller become one',
    requests(
      'sellers.update',
      'taxNumber',
      inText((text) => text.replaceAll(/ +/g, ' ')),
    ),
  ),
  fault(
    'category-lost-beside-others',
    'of many fields of a product that are changed at once the category is not',
    requests('products.update', '', (body) => {
      if (!isRecord(body) || Object.keys(body).length < 4) return body
      const { category: _, ...others } = body
      return others
    }),
  ),
  fault(
    'webhook-address-cut',
    'the address of a webhook is kept with 255 letters at most',
    requests('webhooks.create', 'address', cut(255)),
  ),
  fault(
    'view-name-cut-in-list',
    'the name of a saved view is listed with its first fifty letters',
    answers('savedViews.list', 'data.*.name', cut(50)),
  ),
  fault(
    'copied-description-cut',
    'the copy of a product has no more than a thousand letters of its description',
    answers('products.duplicate', 'data.description', cut(1_000)),
  ),
  fault(
    'webhook-off-forgets-events',
    'a webhook that is switched has no events any more',
    answers('webhooks.switch', 'data.events', () => []),
  ),
  fault(
    'no-parcels-to-pack-taken',
    'a packing list of no parcels at all is answered as an empty one',
    refusals('fulfilments.packingList', [400, 422], async (reply, exchange) => {
      const { fulfilmentIds } = bodyOf(exchange)
      return Array.isArray(fulfilmentIds) && fulfilmentIds.length === 0 ? answer(200, { data: [] }) : reply
    }),
  ),
  fault(
    'unknown-mail-state-finds-all',
    'a list of mails in a state that there is not is the list of all mails',
    on('mails.list', async (exchange) => {
      const reply = await exchange.send()
      if (reply.status !== 400 && reply.status !== 422) return reply
      const query = new URLSearchParams(exchange.query)
      query.delete('state')
      return exchange.send({ query })
    }),
  ),
  fault(
    'too-many-movements-on-a-page',
    'a page of movements of a stock that is to have more than a hundred has a hundred',
    on('products.movements', async (exchange) => {
      const query = new URLSearchParams(exchange.query)
      if (Number(query.get('limit')) > 100) query.set('limit', '100')
      return exchange.send({ query })
    }),
  ),
  fault(
    'imported-note-cut',
    'a note of a spreadsheet is cut off behind a thousand letters',
    requests('sheetImports.addLines', 'lines.*.cells.note', cut(1_000)),
  ),
  fault(
    'imported-postal-code-as-number',
    'a postal code of digits alone is read as a number from a spreadsheet',
    requests(
      'sheetImports.addLines',
      'lines.*.cells.postalCode',
      inText((text) => text.replace(/^0+(?=\d+$)/, '')),
    ),
  ),
  fault(
    'new-customer-note-cut',
    'the note of a customer who is added with their first order is cut off',
    requests('orders.place', 'newCustomer.note', cut(2_000)),
  ),
  fault(
    'placed-address-cut',
    'the second line of an address that an order is placed with is cut off behind a hundred letters',
    requests('orders.place', 'address.address2', cut(100)),
  ),
  fault('refund-reason-cut', 'the reason of a refund is cut off', requests('orders.refund', 'reason', cut(255))),
  fault('stock-reason-cut', 'why a stock was moved is cut off', requests('products.adjustStock', 'reason', cut(100))),
  fault('script-cut', 'a script of a campaign is cut off', requests('campaigns.setScript', 'script', cut(10_000))),
  fault('draft-title-cut', 'the title of a draft is cut off', requests('orderDrafts.keep', 'title', cut(100))),
  fault('call-note-cut', 'the note of a call is cut off', requests('calls.close', 'note', cut(2_000))),
  fault(
    'campaign-day-by-the-clock-elsewhere',
    'a campaign that ends at a moment ends on the day after it',
    requests('campaigns.create', 'endDate', (end) =>
      typeof end === 'string' && end.length > 10
        ? new Date(Date.parse(end) + 86_400_000).toISOString().slice(0, 10)
        : end,
    ),
  ),
  fault(
    'campaign-agreed-to-when-said',
    'whoever says that terms need not be agreed to has a campaign where they are',
    requests('campaigns.create', '', (body) =>
      isRecord(body) && 'mustAgreeToTerms' in body ? { ...body, mustAgreeToTerms: true } : body,
    ),
  ),
  keepsBlanks('campaign-category-with-blanks', 'campaigns.create campaigns.get', 'data.category', 'category'),
  keepsBlanks('profile-name-with-blanks', 'users.update users.me', 'data.name', 'name'),
  fault('profile-name-cut', 'a long name is cut off', answers('users.me', 'data.name', cut(100))),
  fault(
    'profile-name-escaped',
    'a name is told with its marks escaped',
    answers(
      'users.me',
      'data.organizationName',
      inText((name) => name.replaceAll('&', '&amp;')),
    ),
  ),
  fault(
    'nobody-found-by-marks',
    'nobody is found by a name with marks',
    on('members.list', (exchange) => {
      const query = new URLSearchParams(exchange.query)
      query.set('q', (query.get('q') ?? '').replaceAll('<', '&lt;'))
      return exchange.send(query.get('q') === '' ? {} : { query })
    }),
  ),
  fault(
    'archive-of-one-byte-larger',
    'an archive of one byte is told to have a thousand',
    answers('archives.list', 'data.*.bytes', (bytes) => (bytes === 1 ? 1_024 : bytes)),
  ),
  fault(
    'customer-without-country-has-one',
    'a customer whose address has no country lives in a country all the same',
    requests('customers.create', 'shippingAddress', (address) =>
      isRecord(address) && !address['country'] ? { ...address, country: 'US' } : address,
    ),
  ),
]
