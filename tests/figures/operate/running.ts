import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from 'playwright'
import { uuidv7 } from 'uuidv7'
import { chromeArgs, ensureChrome } from '../../browser'
import { freePort } from '../../freePort'
import { unprivilegedAccount } from '../../server/account'
import { startSmtpServer } from '../../server/smtpServer'
import { askerAt } from './asking'
import { Postgres } from './cluster'
import { atEnd, end, guard, ownFolder, run } from './ends'
import { readGuide, type Substitution } from './guide'
import { selfSigned, startNginx } from './nginx'
import { openStand, placementOf, tokenOf } from './selling'

// docs/running.md, played as it is written, from `npm pack` to an order that is paid: `npm run figures -- running`. PACKED=FILE.tgz takes a package that is there.

const say = (text: string) => process.stdout.write(`${text}\n`)
const isRoot = process.getuid?.() === 0
const root = ownFolder('running')
const email = 'ada@moss.example'
const password = randomBytes(12).toString('hex')
const databasePassword = randomBytes(12).toString('hex')

const smtp = await startSmtpServer()
atEnd(() => smtp.stop())
const postgres = new Postgres(join(root, 'postgres'), await freePort())
const nodes = [await freePort(), await freePort(), await freePort()]
const [first = 0, second = 0, third = 0] = nodes
const [plain, secure] = [await freePort(), await freePort()]

/** All that is otherwise here than in the document. */
const substitutions: Substitution[] = [
  { written: /^apt-get install .*$/gm, here: 'true', why: 'the programs are there' },
  { written: /^useradd .*$/gm, here: `mkdir -p ${root}/etc /var/lib/offerdesk`, why: 'no account is made' },
  ...(isRoot ? [] : [{ written: 'runuser -u postgres -- ', here: '', why: 'the cluster is of who plays it' }]),
  { written: '/var/lib/offerdesk', here: `${root}/var/lib/offerdesk`, why: 'a folder that is thrown away' },
  { written: '/etc/systemd', here: `${root}/etc/systemd`, why: 'a folder that is thrown away' },
  { written: '/etc/offerdesk.env', here: `${root}/etc/offerdesk.env`, why: 'a folder that is thrown away' },
  { written: '/etc/letsencrypt', here: `${root}/etc/letsencrypt`, why: 'a certificate of our own' },
  { written: '@localhost/offerdesk', here: `@localhost:${postgres.port}/offerdesk`, why: 'a cluster of its own' },
  { written: 'PASSWORD@localhost', here: `${databasePassword}@localhost`, why: 'chosen' },
  { written: 'smtps://USER:PASSWORD@mail.example:465', here: `smtp://127.0.0.1:${smtp.port}`, why: 'no mail leaves' },
  { written: 'ADA@SHOP.EXAMPLE', here: email, why: 'chosen' },
  // What systemd does is done by this script, from the same file.
  { written: /^ExecStart=.* serve$/gm, here: `Environment=PORT=${first}\n$&`, why: 'port 3000 may be taken' },
  { written: /^ *systemctl .*$/gm, here: 'true', why: 'no systemd runs' },
  { written: 'listen 80;', here: `listen 127.0.0.1:${plain};`, why: 'the port is taken or needs root' },
  { written: 'listen 443 ', here: `listen 127.0.0.1:${secure} `, why: 'the port is taken or needs root' },
  { written: /(?<=localhost:|127\.0\.0\.1:)3000\b/g, here: String(first), why: 'the port is taken' },
  { written: '127.0.0.1:3001', here: `127.0.0.1:${second}`, why: 'the port is taken' },
  { written: '127.0.0.1:3002', here: `127.0.0.1:${third}`, why: 'the port is taken' },
  { written: '3000 3001 3002', here: nodes.join(' '), why: 'the ports are taken' },
]

const guide = readGuide(substitutions)
/** Of this process no more than where programs and packages are found. */
const environment: Record<string, string | undefined> = {
  ...process.env,
  DATABASE_URL: undefined,
  NODE_ENV: undefined,
  PATH: `${root}/usr/bin:${process.env['PATH'] ?? ''}:/usr/sbin`,
  npm_config_prefix: `${root}/usr`,
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  PGHOST: postgres.folder,
  PGPORT: String(postgres.port),
}

/** Runs commands of the document in a shell of their own, without a terminal, and tells what they print. */
function type(commands: string, typed = ''): Promise<string> {
  const child = spawn('sh', ['-e', '-c', commands], { cwd: root, env: environment, detached: true })
  let said = ''
  child.stdin.end(typed)
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve(said)
      else reject(new Error(`ended with ${String(code)}:\n${commands}\n${said}`))
    })
  })
}

/** Begins what a unit says, as systemd does: as another account, with no more than the file's settings. */
async function begin(unit: string, instance = ''): Promise<ChildProcess> {
  const text = unit.replaceAll('%i', instance)
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? ''
  const own = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, words = '']) => words.split(' '))
  const lines = readFileSync(value('EnvironmentFile'), 'utf8').split('\n')
  const pairs = [...own, ...lines].filter((line) => /^\w+=/.test(line))
  const env = Object.fromEntries(
    pairs.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const account = await unprivilegedAccount()
  const [program = '', ...args] = value('ExecStart').split(' ')
  const child = spawn(program, args, {
    ...account,
    cwd: value('WorkingDirectory'),
    // systemd's own path, where the program is installed for all.
    env: { PATH: `${root}/usr/bin:/usr/local/bin:/usr/bin:/bin`, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  guard(child)
  atEnd(() => end(child, 'SIGTERM'))
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.once('exit', (code) => {
    if (code !== 0) process.stderr.write(`${unit} ended with ${String(code)}: ${said}\n`)
  })
  return child
}

const units = join(root, 'etc/systemd/system')
const write = (path: string, text: string) => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

function verify(path: string): string {
  const { status, error, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
    encoding: 'utf8',
    env: environment,
  })
  if (error) return 'systemd-analyze is not here'
  if (status !== 0) throw new Error(`systemd-analyze verify ${path}: ${stdout}${stderr}`)
  return `systemd-analyze verifies it`
}

/** Asks until it is well, as `curl --fail` in a loop does. */
async function untilReady(port: number): Promise<void> {
  const node = askerAt({ host: '127.0.0.1', port })
  for (let left = 360; ; left -= 1) {
    const answer = await node.once('/api/ready').catch((error: unknown) => ({ status: 0, text: String(error) }))
    if (answer.status === 200) return
    if (left === 0) throw new Error(`port ${port} is not ready: ${answer.text}`)
    await delay(250)
  }
}

async function play(): Promise<void> {
  const began = performance.now()
  mkdirSync(postgres.folder)
  await postgres.init()
  await postgres.start()

  const packed = process.env['PACKED']
  if (packed === undefined) {
    spawnSync('npm', ['pack', '--silent', '--pack-destination', root], { stdio: ['ignore', 'ignore', 'inherit'] })
  } else copyFileSync(packed, join(root, basename(packed)))
  for (const commands of guide.commands('1. The program')) await type(commands)
  say(`1  npm pack, npm install --global: offerdesk ${(await type('offerdesk --version')).trim()}`)

  for (const commands of guide.commands('2. PostgreSQL')) {
    await type(commands, `${databasePassword}\n${databasePassword}\n`)
  }
  say('2  role, database and roles of transactions, by PostgreSQL with passwords')

  const [settings = ''] = guide.commands('3. The settings')
  const key = (await type(settings)).trim().split('\n').at(-1) ?? ''
  appendFileSync(`${root}/etc/offerdesk.env`, guide.file('/etc/offerdesk.env').replace('=KEY', `=${key}`))
  say('3  settings that only root reads')

  const unit = guide.file('/etc/systemd/system/offerdesk.service')
  write(join(units, 'offerdesk.service'), unit)
  say(`4  the unit: ${verify(join(units, 'offerdesk.service'))}`)
  const [before = '', after = ''] = guide.commands('4. The service')
  const account = await unprivilegedAccount()
  if (account) spawnSync('chown', [`${account.uid}:${account.gid}`, `${root}/var/lib/offerdesk`])
  const doctored = await type(before, `${password}\n`)
  say(`   offerdesk doctor: ${doctored.match(/^ok {3}/gm)?.length ?? 0} well, none wrong`)
  const single = await begin(unit)
  await type(after)
  say('   offerdesk user make; the server runs as the unit says, without root, and is ready')

  const letsencrypt = `${root}/etc/letsencrypt/live/desk.example`
  const authority = selfSigned('desk.example', `${letsencrypt}/fullchain.pem`, `${letsencrypt}/privkey.pem`)
  const one = guide.file('/etc/nginx/sites-enabled/offerdesk')
  const many = one.replace(/upstream offerdesk \{[\s\S]*?\n\}\n/, guide.block('Many nodes', 'nginx'))
  if (many === one) throw new Error('the upstream of many nodes replaced nothing')
  await end(single, 'SIGTERM')
  const [make = '', anew = ''] = guide.commands('Many nodes')
  await type(make)
  const [template, worker] = ['offerdesk@.service', 'offerdesk-worker.service'].map((name) => {
    if (!existsSync(join(units, name))) throw new Error(`${name} was not made`)
    verify(join(units, name))
    return readFileSync(join(units, name), 'utf8')
  })
  const servers: ChildProcess[] = []
  for (const port of nodes) servers.push(await begin(template ?? '', String(port)))
  await begin(worker ?? '')
  for (const port of nodes) await untilReady(port)
  await startNginx(ownFolder('nginx'), many)
  const redirected = await askerAt({ host: '127.0.0.1', port: plain }).once('/api/health')
  if (redirected.status !== 301) throw new Error(`http was answered with ${redirected.status}`)
  say('5  nginx with HTTPS before three servers, and a worker')

  const asker = askerAt({ host: '127.0.0.1', port: secure, tls: { name: 'desk.example', authority } })
  const stand = await openStand(asker, { email, password }, { offers: 1, customers: 1 })
  const { token, gatewayId } = stand
  const placed = await asker.data<{ id: string }>('/orders', { token, key: uuidv7(), body: placementOf(stand, 0) })
  const link = { mail: true, gatewayInstanceId: gatewayId }
  const { linkUrl } = await asker.data<{ linkUrl: string }>(`/orders/${placed.id}/payment-links`, { token, body: link })
  if (!linkUrl.startsWith('https://desk.example/pay/')) throw new Error(`the link is ${linkUrl}`)
  await payInBrowser(linkUrl)
  const { status, paymentStatus } = await asker.data<{ status: string; paymentStatus: string }>(
    `/orders/${placed.id}`,
    { token },
  )
  if (paymentStatus !== 'paid') throw new Error(`the order is ${status} and ${paymentStatus}`)
  say(
    `   a campaign, an offer, a customer, an order, its link ${linkUrl.replace(tokenOf(linkUrl), '…')}: ${status}, ${paymentStatus}`,
  )

  // The loop of the document, with this script in place of systemctl.
  const [restart = ''] = anew.match(/until .*$/m) ?? []
  for (const [index, port] of nodes.entries()) {
    await end(servers[index]!, 'SIGTERM')
    servers[index] = await begin(template ?? '', String(port))
    await type(restart.replaceAll('$port', String(port)))
  }
  say('   the three started anew one after the other')
  const never = guide.unused()
  if (never.length > 0) throw new Error(`replaced nothing: ${never.join(', ')}`)
  say(`All of docs/running.md up to here works as written, in ${((performance.now() - began) / 1_000).toFixed(0)} s`)
}

/** Signs in, and pays as a customer does, in a browser to which the name leads here. */
async function payInBrowser(linkUrl: string): Promise<void> {
  const resolve = `--host-resolver-rules=MAP desk.example:443 127.0.0.1:${secure}`
  const browser = await chromium.launch({ executablePath: ensureChrome(), args: [...chromeArgs, resolve] })
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    await page.goto('https://desk.example/auth')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Campaigns' }).first().waitFor()
    say('   the owner signs in at https://desk.example')
    const customer = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
    await customer.goto(linkUrl)
    await customer.getByLabel('Card number').fill('4242 4242 4242 4242')
    await customer.getByLabel('Expiry').fill('12/99')
    await customer.getByLabel('Security code').fill('123')
    await customer.getByRole('button', { name: /^Pay \$/ }).click()
    await customer.getByRole('button', { name: 'Print receipt' }).waitFor()
  } finally {
    await browser.close()
  }
}

await run(play)
