import { type Call, callNamed } from '../engine/calls'
import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { jsonSchemaOf } from '../engine/jsonSchema'
import { recordOf, type Row, rowsOf, searchPage } from '../engine/listing'
import { type Made, makings } from '../engine/made'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Tenant } from '../engine/tenant'
import { filled, largestOf } from '../generate/limits'
import { ownQuestion } from './savedReports'
import { keepCopy, makeOne } from './sellingBasics'
import type { Trade } from './trade'

const rule = 'fields.limits'

/** Nobody's address. */
const nowhere = 'https://unknown.offerdesk.example/'

type Beside = (call: Call, word: string) => Fields

/** What of those that stay has to be given beside the name, or is not given at its limits. */
const lasting: Readonly<Partial<Record<Made, Beside>>> = {
  campaigns: () => ({ copiedFrom: undefined }),
  products: (call, word) => ({ name: most(call, 'name', word), price: 1 }),
  // What they are known by is another's, or has a way of writing of its own.
  customers: () => ({ email: undefined, phone: undefined }),
}

const besides: Readonly<Partial<Record<Made, Beside>>> = {
  ...lasting,
  plugins: () => ({ kind: 'smtp', from: 'checker@offerdesk.example', host: '127.0.0.1' }),
  apiTokens: () => ({ duties: [] }),
  webhooks: () => ({ events: ['order.refunded'] }),
  savedReports: () => ({ question: ownQuestion }),
  savedViews: () => ({ list: 'orders', address: {} }),
  telephone: () => ({}),
}

/** As long a text as a field takes, that begins with what it is known by. */
function most({ body }: Call, field: string, known: string): string {
  const { maxLength = known.length, pattern } = (body && jsonSchemaOf(body, 'output').properties?.[field]) ?? {}
  return filled(known, maxLength, pattern)
}

/** What is made is as large in each of its fields as what is changed may be, and stays so when it is changed and copied. */
export async function checkMadeAtLimits({ run, world, place: { tenant } }: Trade): Promise<void> {
  const { organizationId } = tenant
  for (const [made, besideOf] of Object.entries(besides) as [Made, Beside][]) {
    const { creates, name } = makings[made]
    const call = callNamed(creates)
    if (call.body === undefined || run.lacks(creates)) continue
    const word = `${world.marker}-most `
    // Of an address the whole is as long as it may be.
    const known = made === 'webhooks' ? `${nowhere}${word.trim()}`.padEnd(1_000, 'z') : most(call, name, word)
    const beside = besideOf(call, word)
    const own = { organizationId, ...beside, [name]: known }
    const needed = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
    const whole = largestOf(call.body, own, needed)
    if (whole === undefined) continue
    await attempt(run, rule, async () => {
      const [row] = await makeOne(run, tenant, made, rule, whole)
      await isListed(run, organizationId, made, row, whole)
      if (made === 'products') await checkCopy(run, tenant, row)
      if (made in lasting) return
      // What mails, calls or tells of itself is not needed any more.
      const { param, endings } = makings[made]
      for (const [ending] of endings) await run.succeed(rule, ending, { params: { [param]: row.id } })
    })
  }
}

/** A copy has all that its product has, however long that is, and is another one. */
async function checkCopy(run: Run, tenant: Tenant, of: Row): Promise<void> {
  const exchange = await run.succeed('products.copy', 'products.duplicate', { params: { productId: of.id }, body: {} })
  const copy = recordOf(exchange)
  keepCopy(run, tenant, copy)
  const { description, category, price, imageUrl } = of
  const wrong = difference({ description, category, price, imageUrl }, copy)
  const said = copy['sku'] === of['sku'] ? 'the SKU of both is the same' : wrong
  run.verify('products.copy', exchange, said === undefined, 'a copy of what is as long as it may be', said)
}

/** A record as its list has it. */
async function listedOf(run: Run, organizationId: string, made: Made, { id }: Row): Promise<[Row, Exchange]> {
  const { listed } = makings[made]
  if ('search' in listed) {
    const search = { organizationId, resource: listed.search, filters: { ids: [id] } }
    const { rows, exchange } = await searchPage(run, search)
    return [rows[0] ?? { id }, exchange]
  }
  const exchange = await run.succeed(rule, 'call' in listed ? listed.call : '', { query: { organizationId } })
  return [rowsOf(exchange).find((row) => row.id === id) ?? { id }, exchange]
}

async function isListed(run: Run, organizationId: string, made: Made, row: Row, sent: Fields): Promise<void> {
  const [listed, exchange] = await listedOf(run, organizationId, made, row)
  const shown = Object.fromEntries(Object.entries(sent).filter(([field]) => field in row && field !== 'organizationId'))
  const wrong = difference(shown, listed)
  run.verify(rule, exchange, wrong === undefined, 'what was made at its limits, in its list', wrong)
}
