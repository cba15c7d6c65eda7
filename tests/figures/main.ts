import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { outliveReaders } from '../../contract/outliveReaders'
import { type Circumstances, withFigure } from './document'

interface Figure {
  /** One sentence for whoever reads the figure. */
  about: string
  command: readonly string[]
  env?: Record<string, string>
}

const node = (file: string, ...args: string[]) => ['node', '--import', 'tsx', file, ...args]
const bench = (part: string) => node('tests/bench/main.ts', '--only', part)
const test = (file: string) => ['npx', '--no-install', 'vitest', 'run', '--reporter=./tests/figures/reporter.ts', file]

/** Over the built app. */
const browserTest = (spec: string) =>
  `npx --no-install playwright test ${spec} --workers=1 --reporter=./tests/figures/browserReporter.ts`.split(' ')

const figures: Record<string, Figure> = {
  archive: {
    about:
      'A large organization out as one archive and into an empty one over HTTP, one cut before its end, and what giving up 2 GB takes: seconds, and the memory of the server meanwhile.',
    command: node('tests/figures/archive.ts'),
  },
  audit: {
    about:
      'Changes by twenty people, two programs, a telephone system, customers and jobs on both databases, and whether the audit from its beginning gives the rows of today.',
    command: test('tests/server/payments/auditReplay.test.ts'),
    env: { AUDIT_CHANGES: '10000' },
  },
  backend: {
    about:
      'Two sets of faults in a backend written in Python from the specification alone, and how many the checker finds.',
    command: node('tests/conformance/python/main.ts'),
  },
  backup: {
    about:
      'Backup, restore and move, of both databases and between them, each killed with -9 at moments spread over the time that it takes; what is left, and whether starting again does the rest.',
    command: test('tests/server/backup/killed.test.ts'),
    env: { BACKUP_KILLS: '20' },
  },
  bulk: {
    about:
      'One change of the prices of many offers on both databases, whoever does it killed with -9 again and again, and whether each offer was changed exactly once.',
    command: test('tests/server/http/bulkJobsKilled.test.ts'),
    env: { BULK_ROWS: '10000', BULK_KILLS: '5' },
  },
  bundle: { about: 'Script and style of the first load, as brotli.', command: bench('bundle') },
  clock: {
    about:
      'A clock that jumps a day back and forth while orders are sold, paid and given back, and whether every sum is right.',
    command: test('tests/server/payments/clock.test.ts'),
    env: { CLOCK_JUMPS: '200' },
  },
  csv: {
    about: 'The file of every ready-made report, opened by LibreOffice, and whether each cell is what the report says.',
    command: test('tests/server/reports/spreadsheet.test.ts'),
  },
  damage: {
    about: 'A check interrupted after every single request, and killed at every moment, and what is left of it.',
    command: test('tests/conformance/damage.test.ts'),
    env: { ABORTS: 'all' },
  },
  databases: {
    about:
      'What the server answers over HTTP, tested on every database there is; npm test does it on PostgreSQL alone.',
    command: test('tests/server/http'),
  },
  clicks: {
    about:
      'Everything that can be clicked on every route and on every screen that a click leads to, with menus, dialogs and the palette, 1440 and 390 px wide: what the console and the network say, what axe finds in both themes, and whether anything is wider than the window. With -- --only /orders,/calls those areas alone.',
    command: node('tests/figures/clicks/main.ts'),
  },
  drives: {
    about:
      'Every recording of the tests, driven through the app in a browser, and how many come to the recorded states.',
    command: node('tests/figures/drives.ts'),
  },
  exports: {
    about:
      'Lists of 100,000 orders and of their customers taken along as CSV and as workbooks, on PostgreSQL: seconds, bytes, and the memory of the server meanwhile.',
    command: node('tests/figures/listExports.ts'),
  },
  failover: {
    about:
      'PostgreSQL killed under writes by three nodes, and its synchronous standby promoted, again and again: what was acknowledged and lost, and how long nothing was written.',
    command: node('tests/figures/operate/failover.ts'),
  },
  silence: {
    about: 'A database that falls silent under writes and is taken over, again and again.',
    command: test('tests/server/db/outage.test.ts'),
    env: { FAILOVERS: '20' },
  },
  faults: {
    about: 'Faults put between the contract checker and the reference server, and how many of them it finds.',
    command: node('tests/conformance/mutants/main.ts', '--parallel', '2'),
  },
  flood: {
    about: 'A flood of sign-ins from many addresses, and how people who have signed in lately fare meanwhile.',
    command: test('tests/server/http/flood.test.ts'),
    env: { FLOOD_SECONDS: '60', FLOOD_ADDRESSES: '5000', FLOOD_AT_ONCE: '200' },
  },
  finds: {
    about:
      'What the palette finds among 1,000,000 orders with their customers and parcels, asked for over HTTP of a server on PostgreSQL.',
    command: bench('finds'),
  },
  firstPaint: {
    about: 'The frame of the page, and the first row, at 400 ms per round trip and 400 kbit/s with nothing cached.',
    command: bench('firstPaint'),
  },
  forgot: {
    about:
      'Time of asking for a new password with an account and without one, from the request to the answer, within the process.',
    command: bench('forgot'),
  },
  hands: {
    about:
      'Ten tasks of a day by keyboard alone, through the palette, the keys of lists and dialogs, on a line of 100 ms: the keys that are pressed, the seconds that the app takes of them, and the longest wait after a key.',
    command: browserTest('hands'),
    env: { LINE_MS: '100' },
  },
  hostile: {
    about:
      'Hostile texts (markup, control characters, formulas, 100 kB) through every text of every write of the contract, on both databases.',
    command: test('tests/server/http/hostile.test.ts'),
    env: { HOSTILE: 'all' },
  },
  inputs: {
    about:
      'Which kinds of values (each choice, null, left out, marks, the longest, a moment of elsewhere, none and several, ...) a whole check sends with success in each field of each body and query, of all that the contract takes; what is never sent could not show a fault.',
    command: node('tests/conformance/inputs/main.ts'),
  },
  inspector: {
    about:
      'The inspector in a browser: its heap after ten thousand events of about as much as a page of the app holds, and how long somebody new takes from the app to the first wrong state of a recording.',
    command: browserTest('inspector'),
  },
  kills: {
    about:
      'Kill -9 of a process that writes, each time after another number of writes, and what is left of what it acknowledged.',
    command: test('tests/server/db/embedded.test.ts'),
    env: { KILLS: '50' },
  },
  killsMoney: {
    about:
      'Kill -9 of the server, of the worker or of both at random, under a load of orders, payments, refunds and mails, and what the books and the outbox say afterwards.',
    command: test('tests/server/payments/killed.test.ts'),
    env: { MONEY_KILLS: '50' },
  },
  lives: {
    about:
      'Random sequences of calls that sell, cancel, ship, pay and change, and whether every record ended in a state of its life.',
    command: test('tests/server/http/lives.property.test.ts'),
    env: { LIVES: '10000' },
  },
  payments: {
    about:
      'Random schedules of paying: two tabs, declines, banks, refunds, cancels, and a line that loses, delays and doubles; what was kept and what the ledger says.',
    command: test('tests/server/payments/schedules.property.test.ts'),
    env: { PAYMENT_SCHEDULES: '10000' },
  },
  mixed: {
    about:
      'Mixed writes on both databases: placed, cancelled, linked, paid, given back, changed; memory, and every sum at the end.',
    command: test('tests/server/payments/mixed.test.ts'),
    env: { MIXED_WRITES: '20000' },
  },
  orders: {
    about:
      'Pages of orders and customers with their exact totals: every sort, filter and kind of text, at 100,000 and 1,000,000 orders.',
    command: bench('orders'),
  },
  ordersOnce: {
    about:
      'Random schedules of what can go wrong while an order is taken in a browser, with the server killed and started again, and what became of the order and its draft.',
    command: browserTest('orderOnce'),
    env: { SCHEDULES_OF_ORDERS: '100' },
  },
  overload: {
    about:
      'Waiting times when more ask at once than may wait for the database (200), from one machine that asks and answers.',
    command: bench('overload'),
  },
  peer: {
    about: 'The first row with the processor slowed 4x, in turns with the same list made with react-admin.',
    command: bench('peer'),
  },
  play: {
    about:
      'Whole calls by keyboard alone, from the ringing to the order, on a line of 100 ms: the keys that are pressed, the seconds that the app takes of them, and the longest wait after a key.',
    command: browserTest('sellingPlay'),
    env: { LINE_MS: '100' },
  },
  power: {
    about: 'Power cuts at any write of the embedded database, and what the folder holds when it is opened again.',
    command: test('tests/server/db/power.test.ts'),
    env: { POWER_CUTS: '100' },
  },
  reports: {
    about:
      'Random reports of random orders, refunds and cancellations, in zones whose clocks change: every figure is reckoned a second time, row by row, and its list adds up to it.',
    command: test('tests/server/reports/reports.test.ts'),
    env: { REPORT_CASES: '10000' },
  },
  reportTimes: {
    about:
      'The dashboard, every ready-made report and the leaderboard with 100,000 orders on the embedded database and 1,000,000 on PostgreSQL, spread over two years; and selling at 20 orders a second, alone and with people who read reports meanwhile.',
    command: bench('reports'),
  },
  requests: {
    about:
      'Generated requests, allowed and not, as people of two organizations and as nobody, and what was wrong with the answers.',
    command: node('tests/figures/requests/main.ts'),
  },
  rotation: {
    about:
      'Rotations of the key that seals secrets, killed while nodes seal by either key, and whether everything opens, and both keys can be returned to.',
    command: test('tests/server/cli/rotation.test.ts'),
    env: { ROTATION_CUTS: '20' },
  },
  running: {
    about:
      'docs/running.md played as it is written: npm pack, PostgreSQL, the settings, the units, nginx with HTTPS, three servers and a worker, and an order that is paid.',
    command: node('tests/figures/operate/running.ts'),
  },
  sales: {
    about:
      'Agents who place, link and pay orders in one campaign at once, on PostgreSQL: how long each step takes, and whether every sum is right; and every two writes that meet, 16 at once. Before sales locked in one order, at commit 63130f8c with 400 sales: 8.0/s; place p50 1703 ms, p99 30244 ms; link p99 4433 ms; pay p99 11448 ms; 43 deadlocks.',
    command: [
      ...test('tests/server/payments/sales.test.ts'),
      'tests/server/payments/atOnce.test.ts',
      '--no-file-parallelism',
    ],
    env: { SALES_AGENTS: '50', SALES: '600', SALES_PER_SECOND: '20', SALES_PAIRS: 'all' },
  },
  schedules: {
    about: 'Random schedules of changes, answers, failures and rereads, and how many ended with what the server holds.',
    command: test('tests/machines/overlay.property.test.ts'),
    env: { SCHEDULES: '8000' },
  },
  scripts: {
    about:
      'Every script that the checker prints for the faults put between it and the reference server (-- --every N for a share of them), run against a fresh server with the fault and against a sound one; and whether --only finds what the whole run does.',
    command: node('tests/conformance/mutants/main.ts', '--scripts', '--parallel', '2'),
  },
  scriptsCore: {
    about:
      'Every script that the checker prints at level core for the faults of the small backend, each against one of its own with the fault and one without; those that show their requests have to show the answers again.',
    command: test('tests/conformance/scripts.test.ts'),
    env: { SCRIPTS: 'all' },
  },
  search: {
    about: 'A page of products with its exact total, at 100,000 and 1,000,000 rows.',
    command: bench('search'),
  },
  slow: {
    about:
      'Connections that send nothing, or a head or a body byte by byte, all at once, and whether each is ended in time.',
    command: [...test('tests/server/http/overload.test.ts'), '-t', 'byte by byte'],
    env: { SLOW_ONES: '300' },
  },
  sizes: {
    about: 'The script that each address fetches before its first click, brotli, with the demo data, of a built app.',
    command: node('tests/figures/sizes.ts'),
  },
  soak: {
    about:
      'Agents with open streams who sell through three nodes behind nginx (-- --minutes N --rate N --agents N --connections N --warm SECONDS): how long each call takes while they start, at the beginning and at the end, and the memory of every node.',
    command: node('tests/figures/operate/soak.ts'),
  },
  memory: {
    about: 'Resident memory of the demo server, its embedded database included, while it answers requests.',
    command: bench('soak'),
  },
  server: { about: 'Latency and throughput of search and update over HTTP, 100,000 offers.', command: bench('server') },
  start: {
    about:
      'A built server from the start of its process until it is ready, over a database that is there, and commands from beginning to end. Of processors before packages were built in, at commit 1a9c87ac: 1.8 s on PostgreSQL and 4.2 s on the embedded database, without the files of the app.',
    command: node('tests/figures/operate/start.ts'),
  },
  strangers: {
    about:
      'Faults over all calls, written down by people who had not looked at the checks, and fourteen variants that break nothing: what the checker finds of the last two lists (-- --all: of every list), and what it says against the variants. Before it knew them it found 38 of the sixty of the fifth, 54 of those of the tenth and of the eleventh, 57 of those of the twelfth, 55 of those of the thirteenth, 54 of those of the fourteenth, 58 of those of the fifteenth, 56 of those of the sixteenth and 58 of those of the seventeenth.',
    command: node('tests/conformance/strangers/main.ts', '--parallel', '2'),
  },
  twice: {
    about:
      'The checker at level full, twice in a row on the same server: no finding, and every list of two accounts is as before but for what the report says.',
    command: test('tests/conformance/reference.test.ts'),
    env: { CHECK_TWICE: '1' },
  },
  upgrade: {
    about:
      'Three nodes of the version before under load through nginx, while the tables become those of this version and each node is started anew: whatever was refused or dropped.',
    command: node('tests/figures/operate/upgrade.ts'),
  },
  tracking: {
    about: 'Ten thousand tracking numbers pasted: how long their verdicts take, and writing them with a mail each.',
    command: test('tests/server/http/tracking.test.ts'),
    env: { TRACKING_LINES: '10000' },
  },
  types: {
    about: 'What the compiler does to check all types, which is what an editor waits for as well.',
    command: node('tests/figures/types.ts'),
  },
}

const help = `npm run figures -- NAME ... [-- OPTIONS]

What stands behind -- is for the figure itself. Takes figures that are too long for the tests, prints them, and writes them into docs/figures.md.

${Object.entries(figures)
  .map(([name, { about }]) => `  ${name.padEnd(12)}${about}`)
  .join('\n')}

Exit code 0 when every figure was taken, 1 when its command failed (nothing is written then), 2 for a wrong name.
`

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()

function circumstances(): Circumstances {
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs/figures.md') !== ''
  const [processor] = cpus()
  return {
    commit: `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`,
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${processor?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
  }
}

/** Runs the command, showing what it prints; what it says on its way stays out of the figure. */
function take({ command: [program = '', ...args], env }: Figure): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args, ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // What is set already goes before the figure's own, for whoever has less time.
      env: { EVERY_WAY: '1', ...env, ...process.env, NO_COLOR: '1', npm_config_loglevel: 'error' },
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      process.stdout.write(chunk)
    })
    child.on('close', (code) => resolve({ code, output: stripVTControlCharacters(output) }))
  })
}

const file = 'docs/figures.md'
const given = process.argv.slice(2)
const names = given.includes('--') ? given.slice(0, given.indexOf('--')) : given
const options = given.slice(names.length + 1)
outliveReaders()
if (names.length === 0 || names.includes('--help') || names.includes('-h')) {
  process.stdout.write(help)
} else {
  const unknown = names.find((name) => !(name in figures))
  if (unknown !== undefined) {
    process.stderr.write(`npm run figures: there is no ${unknown}; the names are ${Object.keys(figures).join(', ')}\n`)
    process.exit(2)
  }
  for (const [name, figure] of Object.entries(figures)) {
    if (!names.includes(name)) continue
    const { code, output } = await take(figure)
    if (code !== 0) {
      process.stderr.write(`npm run figures: ${name} ended with ${code}; ${file} is as it was\n`)
      process.exitCode = 1
      continue
    }
    const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    writeFileSync(file, withFigure(before, name, figure.about, circumstances(), output))
  }
}
