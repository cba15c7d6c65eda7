import { outliveReaders } from '../../contract/outliveReaders'
import { measureForgot } from './forgot'
import { measureOverload } from './overload'
import { measureBrowser, measureBundle } from './page'
import { measureFirstPaint } from './firstPaint'
import { measurePeer } from './peer'
import { measureRecorder } from './recorder'
import { measureOrders } from './serverOrders'
import { measureReports } from './serverReports'
import { measureServer } from './server'
import { measureFinds } from './serverFinds'
import { measureSearch } from './serverSearch'
import { measureSoak } from './soak'

const parts = {
  bundle: measureBundle,
  browser: measureBrowser,
  finds: measureFinds,
  firstPaint: measureFirstPaint,
  forgot: measureForgot,
  orders: measureOrders,
  overload: measureOverload,
  peer: measurePeer,
  recorder: measureRecorder,
  reports: measureReports,
  server: measureServer,
  search: measureSearch,
  soak: measureSoak,
}

const help = `npm run bench                          everything, about an hour
npm run bench -- --only bundle,browser,finds,firstPaint,forgot,orders,overload,peer,recorder,reports,server,search,soak

  bundle      scripts and styles of the first load of /campaigns/{id}, as brotli delivers them
  browser     time to the first offers row with the processor slowed 4x, and from key to filtered rows
  finds       latency of what the palette asks for while somebody types, 1,000,000 orders, over HTTP on PostgreSQL;
              BENCH_ORDERS is how many
  firstPaint  the frame of the page and the first offers row on a slow line, with nothing cached
  forgot      time of asking for a new password, with an account and without one, on each database
  orders      latency of lists of orders and customers, 100,000 and 1,000,000 orders, on PostgreSQL; half an hour
  overload    waiting times when more ask than may wait for the database, on each database
  peer        time to the first offers row with nothing cached, in turns with the same list made with react-admin
              (installed at the first use, 330 MB in tests/bench/peer)
  recorder    share of scripting time that keeping the last 2,000 events takes
  reports     latency of the dashboard, of every kind of report and of the leaderboard, 100,000 orders on PGlite and
              1,000,000 on PostgreSQL, and of selling meanwhile; half an hour
  server      latency and throughput of search and update, 100,000 offers, on each database
  search      latency of a page of products, 100,000 and 1,000,000 of them, on each database; ten minutes
  soak        memory of the demo server during 60,000 requests

Prints figures, never a verdict. Exit code 2 for wrong arguments.
`

const args = process.argv.slice(2)
outliveReaders()
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(help)
  process.exit(0)
}
const [flag, list = Object.keys(parts).join(',')] = args
const chosen = list.split(',')
const unknown = flag !== undefined && flag !== '--only' ? flag : chosen.find((name) => !(name in parts))
if (unknown !== undefined) {
  process.stderr.write(`npm run bench: there is no ${unknown}; see npm run bench -- --help\n`)
  process.exit(2)
}
for (const [name, measure] of Object.entries(parts)) {
  if (!chosen.includes(name)) continue
  process.stdout.write(`\n== ${name}\n`)
  await measure()
}
