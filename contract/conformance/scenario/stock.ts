import { lowStock } from '../../products'
import { maxCount } from '../../schemas'
import { atOnce } from '../engine/atOnce'
import { difference, disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Shop } from '../engine/world'
import { filled } from '../generate/limits'
import { checkKey, movementsOf, namesakes, readProduct } from './sellingBasics'

const reason = filled('counted “by hand” 名 ', 200)

/** A stock is moved by a number of units or to a count, and every movement is kept (PR-03). */
export async function checkStock(run: Run, { tenant, product }: Shop): Promise<void> {
  const params = { productId: product.id }
  const stockNow = async () => Number((await readProduct(run, tenant, product.id, 'products.stock'))['stock'])
  let stock = await stockNow()
  const moves: [body: Fields, after: (before: number) => number][] = [
    [{ by: 5 }, (before) => before + 5],
    [{ by: -3 }, (before) => before - 3],
    [{ to: 0 }, () => 0],
    // Low is told up to this, and no further.
    [{ by: lowStock }, () => lowStock],
    [{ by: 1 }, () => lowStock + 1],
    // As many as there may be.
    [{ to: maxCount }, () => maxCount],
    [{ by: 50 - maxCount }, () => 50],
    [{ to: 40 }, () => 40],
  ]
  for (const [move, after] of moves) {
    const body = { ...move, reason }
    const exchange = await run.succeed('products.stock', 'products.adjustStock', { params, body })
    for (const shown of [Number(recordOf(exchange)['stock']), await stockNow()]) {
      run.verify('products.stock', exchange, shown === after(stock), `${after(stock)} in stock`, `${shown}`)
    }
    stock = after(stock)
  }
  stock = await moveAtOnce(run, params, stock, stockNow)
  const shown = await readProduct(run, tenant, product.id, 'products.stock')
  const { rows, exchange } = await namesakes(run, tenant, 'products', String(shown['sku']))
  const listed = rows.find(({ id }) => id === shown.id)
  const differs = listed === undefined ? 'it is not found' : disagreement(listed, shown)
  run.verify('products.stock', exchange, differs === undefined, 'the product in its list, as it reads', differs)
  await refuseMoves(run, params, stock, stockNow)
  const ask = { params, body: { by: 1, reason }, headers: { 'idempotency-key': `${String(shown['sku'])}-stock` } }
  const first = await run.succeed('create.once', 'products.adjustStock', ask)
  await checkKey(run, 'products.adjustStock', ask, first, { by: 2, reason })
  const once = await stockNow()
  run.verify('create.once', first, once === stock + 1, `${stock + 1} in stock`, `${once}`)
  await checkMovements(run, { tenant, product } as Shop)
}

/** By how many units each of several people moves it at the same moment. */
const changesAtOnce = [4, 7, -2, 9, 3]

/** Each of several movements at once counts, whichever of them are carried out. */
async function moveAtOnce(
  run: Run,
  params: { productId: string },
  stock: number,
  stockNow: () => Promise<number>,
): Promise<number> {
  const moved = await atOnce(run, changesAtOnce, async (by) => {
    const body = { by, reason }
    const exchange = await run.ask('products.adjustStock', { params, body, alsoDeclared: [409, 503] })
    return { exchange, by: exchange.status === 200 ? by : 0 }
  })
  const due = moved.reduce((sum, { by }) => sum + by, stock)
  const now = await stockNow()
  const [first] = moved
  if (first) run.verify('products.stock', first.exchange, now === due, `${due} in stock after all at once`, `${now}`)
  return now
}

async function refuseMoves(run: Run, params: { productId: string }, stock: number, stockNow: () => Promise<number>) {
  // More than any count is too many.
  const wrong: Fields[] = [{ by: -stock - 1 }, { by: maxCount }, { by: 0 }, { to: stock }, { by: 1, to: stock + 1 }, {}]
  for (const move of wrong) {
    const ask = { params, body: { ...move, reason }, isValid: true }
    const refused = await run.refuse('products.stock', 'products.adjustStock', ask, [400, 409, 422])
    const now = await stockNow()
    run.verify('products.stock', refused, now === stock, `${stock} in stock still`, `${now}`)
  }
}

/** Movements are listed the newest first, add up to the stock, and say who has moved it and why. */
export async function checkMovements(run: Run, { tenant, product }: Shop): Promise<void> {
  const whole = await movementsOf(run, tenant, product.id, { limit: '100' })
  const rows = rowsOf(whole)
  const verify = (exchange: Exchange, holds: boolean, expected: string, actual?: string) =>
    run.verify('products.movements', exchange, holds, expected, actual)
  const { stock } = await readProduct(run, tenant, product.id, 'products.movements')
  const sum = rows.reduce((all, { quantity }) => all + Number(quantity), 0)
  verify(whole, rows.length > 100 || sum === stock, `movements that add up to ${String(stock)}`, `${sum}`)
  let after = Number(stock)
  for (const row of rows) {
    verify(whole, row['stock'] === after, `${after} in stock after it`, String(row['stock']))
    after -= Number(row['quantity'])
  }
  const times = rows.map(({ createdAt }) => Date.parse(String(createdAt)))
  verify(
    whole,
    times.every((time, index) => index === 0 || time <= (times[index - 1] ?? 0)),
    'the newest first',
  )
  const isNamed = rows.every(({ userName }) => typeof userName === 'string' && userName !== '')
  verify(whole, isNamed, 'who has moved it')
  const adjusted = rows.find(({ kind, quantity }) => kind === 'adjustment' && quantity === -3)
  const wrong = adjusted === undefined ? 'it is not there' : difference({ reason, quantity: -3 }, adjusted)
  verify(whole, wrong === undefined, 'the adjustment with its reason', wrong)
  await checkPages(run, { tenant, product } as Shop, rows, totalOf(whole))
}

async function checkPages(run: Run, { tenant, product }: Shop, rows: Row[], total: number): Promise<void> {
  // Where no limit is asked for, it is ten; and behind the last page is nothing.
  for (const [limit, page] of [
    [2, 1],
    [2, 2],
    [2, 1_000],
    [undefined, 1],
  ] as const) {
    const query = { page: String(page), ...(limit && { limit: String(limit) }) }
    const exchange = await movementsOf(run, tenant, product.id, query)
    const most = limit ?? 10
    const due = rows.slice(most * (page - 1), most * page).map(({ id }) => id)
    const shown = rowsOf(exchange).map(({ id }) => id)
    const isPage = due.join() === shown.join()
    const expected = `page ${page} of ${most} movements each`
    run.verify('products.movements', exchange, isPage, expected, shown.join(', '))
    const isTotal = totalOf(exchange) === total && total >= rows.length
    run.verify('products.movements', exchange, isTotal, `a total of ${rows.length}`, `${totalOf(exchange)}`)
  }
}
