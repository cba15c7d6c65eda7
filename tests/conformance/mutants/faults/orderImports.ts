import { type Fault, isRecord } from '../exchange'
import { fault, requests } from '../make'
import { afterwards, idIn, move, readList, rowsOf, write } from '../selling'

type Cells = Record<string, unknown>

const textOf = (cells: Cells, column: string) => (typeof cells[column] === 'string' ? cells[column] : '')

/** Cells of orders are changed on their way; those of other spreadsheets have no such columns. */
const cellsAs = (change: (cells: Cells) => Cells) =>
  requests('sheetImports.addLines', 'lines.*.cells', (cells) =>
    isRecord(cells) && 'orderedAt' in cells ? { ...cells, ...change(cells) } : cells,
  )

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
]
