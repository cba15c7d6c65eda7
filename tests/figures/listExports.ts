import { Client } from 'pg'
import { servedShop } from '../bench/servedShop'
import { fill } from '../bench/serverOrders'
import { residentMemory } from '../residentMemory'

// Lists as files, and what they cost: `npm run figures -- exports`. EXPORTED_ORDERS is how many orders there are.

const count = Number(process.env['EXPORTED_ORDERS'] ?? 100_000)
const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`
const print = (text: string) => process.stdout.write(`${text}\n`)

const served = await servedShop('Exported')
if (served === undefined) {
  print('no PostgreSQL here')
  process.exit(0)
}
const { shop, databaseUrl, server, ask } = served
const client = new Client({ connectionString: databaseUrl })
await client.connect()
await fill(client, shop, 0, count)
// As the database itself does within minutes.
await client.query('vacuum analyze')

/** Seconds that a file of 100,000 rows may take, and MiB by which the server may grow meanwhile. */
const most = { csv: 10, xlsx: 20, grown: 100 }

async function measure(body: object, format: 'csv' | 'xlsx' = 'csv'): Promise<void> {
  const before = residentMemory(server.pid)
  let [peak, bytes, lines] = [before, 0, 0]
  const looks = setInterval(() => (peak = Math.max(peak, residentMemory(server.pid))), 100)
  const began = performance.now()
  const answer = await ask('POST', `/exports/${format}`, { organizationId: shop.orgId, ...body })
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    lines += chunk.filter((one) => one === 10).length
  }
  const seconds = (performance.now() - began) / 1_000
  clearInterval(looks)
  const cost = `${seconds.toFixed(1)} s, ${mib(bytes)}; memory ${mib(before)}, at most ${mib(peak)}`
  const rows = format === 'csv' ? `${(lines - 1).toLocaleString('en')} rows in ` : ''
  print(`${format} ${JSON.stringify(body).padEnd(52)} ${answer.status}, ${rows}${cost}`)
  const isLate = count === 100_000 && seconds > most[format]
  if (answer.status !== 200 || isLate || peak - before > most.grown * 2 ** 20) process.exitCode = 1
}

try {
  // The first answer of a server loads what all others have.
  await measure({ resource: 'campaigns' }, 'xlsx')
  for (const resource of ['orders', 'orderLines', 'customers', 'transactions'] as const) {
    await measure({ resource })
    await measure({ resource }, 'xlsx')
  }
  await measure({ resource: 'orders', sortBy: 'customerName' })
  await measure({ resource: 'orders', q: 'lovelace' })
} finally {
  await client.end()
  await served.stop()
}
