import { changed, type Fault, isRecord, parsed, withBody } from '../exchange'
import { fault, on, requests } from '../make'
import { afterwards, idIn, move, readList, recordsAs, rowsAs, rowsOf, write } from '../selling'

type Cells = Record<string, unknown>

const textOf = (cells: Cells, column: string) => (typeof cells[column] === 'string' ? cells[column] : '')

/** Cells of orders are changed on their way; those of other spreadsheets have no such columns. */
const cellsAs = (change: (cells: Cells) => Cells) =>
  requests('sheetImports.addLines', 'lines.*.cells', (cells) =>
    isRecord(cells) && 'orderedAt' in cells ? { ...cells, ...change(cells) } : cells,
  )

const rowsOfImports = (change: (line: Cells) => Cells) => rowsAs('sheetImports.lines', (lines) => lines.map(change))

const twins = (parcels: readonly Cells[], orderId: unknown) =>
  parcels.filter((one) => one['orderId'] === orderId).length > 1

export const orderImports: Fault[] = [
  fault(
    'order-import-without-offset',
    'the moment of an imported order loses its offset from UTC',
    cellsAs((cells) => ({ orderedAt: textOf(cells, 'orderedAt').replace(/ [-+]\d{4}$/, '') })),
  ),
  fault(
    'order-import-moments-of-utc',
    'the moment of an imported order that names no offset is one of UTC',
    cellsAs((cells) => ({ orderedAt: textOf(cells, 'orderedAt').replace(/:\d\d$/, (seconds) => `${seconds}Z`) })),
  ),
  fault(
    'order-import-first-line',
    'of the lines of an imported order the first alone is read',
    cellsAs((cells) => {
      const [price = ''] = textOf(cells, 'itemPrice').split('\n')
      const isOne = !textOf(cells, 'itemPrice').includes('\n')
      if (isOne) return {}
      const [name = ''] = textOf(cells, 'itemName').split('\n')
      const whole = { subtotal: '', discount: '', shippingTotal: '', taxTotal: '', itemSku: '' }
      return { ...whole, itemName: name, itemPrice: price, itemQuantity: '1', total: price }
    }),
  ),
  fault(
    'order-import-refund-whole',
    'an imported order of which some was refunded counts as refunded',
    cellsAs((cells) =>
      textOf(cells, 'paymentStatus') === 'partially_refunded' && textOf(cells, 'refundedTotal') === '4'
        ? { paymentStatus: 'refunded' }
        : {},
    ),
  ),
  fault(
    'order-import-cancelled-open',
    'an imported order that was cancelled is open',
    cellsAs((cells) =>
      textOf(cells, 'paymentStatus') === 'voided' ? { paymentStatus: 'pending', cancelledAt: '' } : {},
    ),
  ),
  fault(
    'order-import-of-tomorrow',
    'an order that is still to come is imported as one of today',
    cellsAs((cells) => (textOf(cells, 'orderedAt').startsWith('2126') ? { orderedAt: '2024-03-02' } : {})),
  ),
  fault(
    'order-import-moves-stock',
    'an import of orders takes what was sold from stock',
    afterwards('sheetImports.commit', async (exchange) => {
      for (const { id: organizationId } of await readList(exchange, '/organizations')) {
        const path = `/sheet-imports?organizationId=${String(organizationId)}&resource=orders`
        const done = await readList(exchange, path)
        if (!done.some(({ id }) => id === idIn(exchange))) continue
        for (const { id } of await rowsOf(exchange, 'products', { organizationId })) await move(exchange, id, -1)
      }
    }),
  ),
  fault(
    'order-import-undone-but-cancelled',
    'orders of an import that is undone are read as cancelled, and stay',
    afterwards('sheetImports.commit', async (exchange, { resource, campaignId }) => {
      if (resource !== 'orders') return
      for (const { id: organizationId } of await readList(exchange, '/organizations')) {
        const rows = await rowsOf(exchange, 'orders', { organizationId, filters: { campaignId } })
        const open = rows.find(({ status, paymentStatus }) => status === 'open' && paymentStatus === 'unpaid')
        if (open) await write(exchange, 'POST', `/orders/${String(open['id'])}/cancel`, {})
      }
    }),
  ),
  fault(
    'tracking-import-blanks',
    'a tracking number with blanks in it is kept with them',
    requests('sheetImports.addLines', 'lines.*.cells.trackingNumber', (typed) =>
      typeof typed === 'string' ? typed.trim().replaceAll(' ', '.') : typed,
    ),
  ),
  fault(
    'tracking-import-shortened',
    'a tracking number that a spreadsheet program has shortened is taken',
    requests('sheetImports.addLines', 'lines.*.cells.trackingNumber', (typed) =>
      typed === '1.2E+17' ? '120000000000000000' : typed,
    ),
  ),
  fault(
    'order-import-customer-by-small-letters',
    'a customer whose address an imported order has in capital letters is added once more',
    cellsAs((cells) => {
      const email = textOf(cells, 'email')
      return /^[^a-z]+$/.test(email) ? { email: `1${email}`, customerName: 'Ada New' } : {}
    }),
  ),
  fault(
    'order-import-phone-as-typed',
    'whoever orders twice by one number that is typed otherwise is two customers',
    cellsAs((cells) => {
      const phone = textOf(cells, 'phone')
      return phone.includes('(') ? { phone: phone.replace(/\d$/, (digit) => `${9 - Number(digit)}`) } : {}
    }),
  ),
  fault(
    'order-import-of-no-offers',
    'what an imported order has sold is of none of the offers of its campaign',
    recordsAs('orders.get', (record) =>
      record['importedFrom'] === 'other' && Array.isArray(record['items'])
        ? { ...record, items: record['items'].map((item) => (isRecord(item) ? { ...item, offerId: null } : item)) }
        : record,
    ),
  ),
  fault(
    'order-import-offer-as-typed',
    'the offer of an imported order is found by its name in the very letters of it',
    cellsAs((cells) => {
      const name = textOf(cells, 'itemName')
      return /^[^a-z]+$/.test(name) ? { itemName: `${name} ?` } : {}
    }),
  ),
  fault(
    'order-import-tax-always-on-top',
    'the tax of an imported order comes on top of prices that it is within',
    cellsAs((cells) =>
      textOf(cells, 'taxTotal') === '1.6' && textOf(cells, 'total') === '10' ? { total: '11.6' } : {},
    ),
  ),
  fault(
    'order-import-discounts-goods',
    'a discount on the shipping of an imported order does not add up',
    cellsAs((cells) => (textOf(cells, 'discount') === '3' && textOf(cells, 'shippingTotal') ? { discount: '' } : {})),
  ),
  fault(
    'order-import-partly-sent-is-sent',
    'an imported order of which some was sent has been sent',
    cellsAs((cells) => (textOf(cells, 'fulfillmentStatus') === 'partial' ? { fulfillmentStatus: 'fulfilled' } : {})),
  ),
  fault(
    'order-import-given-back-is-sent',
    'an imported order that was given back before it was sent is completed',
    cellsAs((cells) =>
      textOf(cells, 'paymentStatus') === 'refunded' && textOf(cells, 'fulfillmentStatus') === 'unfulfilled'
        ? { fulfillmentStatus: 'fulfilled' }
        : {},
    ),
  ),
  fault(
    'order-import-unreadable-is-nothing',
    'an amount of an imported order that can not be read counts as none',
    cellsAs((cells) =>
      Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell === 'much' ? '' : cell])),
    ),
  ),
  fault(
    'order-import-half-sent-lines',
    'an imported order has its first fifty lines',
    cellsAs((cells) => {
      const [names, prices] = ['itemName', 'itemPrice'].map((name) => textOf(cells, name).split('\n').slice(0, 50))
      return names?.length === 50 && prices
        ? { itemName: names.join('\n'), itemPrice: prices.join('\n'), total: '5' }
        : {}
    }),
  ),
  fault(
    'import-lines-of-one-page',
    'behind the first lines of an import no more are answered',
    on('sheetImports.lines', async (exchange) => {
      const reply = await exchange.send()
      const isFurther = Number(exchange.query.get('after') ?? '0') >= 40
      return isFurther
        ? withBody(
            reply,
            changed(parsed(reply.text), 'data', () => []),
          )
        : reply
    }),
  ),
  fault(
    'tracking-import-of-the-same',
    'a line that says the number that its parcel has is refused',
    rowsOfImports((line) => (line['verdict'] === 'same' ? { ...line, verdict: 'refused' } : line)),
  ),
  fault(
    'tracking-import-to-the-newest',
    'the number of an order goes to the parcel of it that was packed last',
    afterwards('sheetImports.commit', async (exchange, { resource }) => {
      if (resource !== 'fulfilments') return
      for (const { id: organizationId } of await readList(exchange, '/organizations')) {
        const parcels = await rowsOf(exchange, 'fulfillments', { organizationId, filters: { status: 'pending' } })
        const numbered = parcels.find(({ orderId, trackingNumber }) => trackingNumber && twins(parcels, orderId))
        const newest = parcels.find((one) => one['orderId'] === numbered?.['orderId'] && !one['trackingNumber'])
        if (!numbered || !newest) continue
        const { trackingNumber, carrier } = numbered
        await write(exchange, 'POST', `/fulfilments/${String(numbered['id'])}/unassign`, {})
        await write(exchange, 'PUT', `/fulfilments/${String(newest['id'])}/tracking`, { trackingNumber, carrier })
      }
    }),
  ),
  fault(
    'tracking-import-of-taken-numbers',
    'a number that a parcel of another order has is taken',
    rowsOfImports((line) => {
      const problems = Array.isArray(line['problems']) ? line['problems'] : []
      const isTaken = JSON.stringify(problems).includes('on a parcel of')
      return isTaken ? { ...line, verdict: 'update', problems: [] } : line
    }),
  ),
]
