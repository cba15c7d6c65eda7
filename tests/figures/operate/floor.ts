import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../freePort'
import { type Asker, askerAt } from './asking'
import { Postgres } from './cluster'
import { ownFolder } from './ends'
import { readGuide } from './guide'
import { selfSigned, startNginx } from './nginx'
import { Node, offerdesk, settingsFor } from './product'

export const owner = { email: 'ada@moss.example', password: 'a lamp in the harbour' }

/** A PostgreSQL of its own whose role owns the database; everybody is trusted. */
export async function ownPostgres(...settings: string[]): Promise<Postgres> {
  const postgres = new Postgres(join(ownFolder('postgres'), 'own'), await freePort())
  mkdirSync(postgres.folder)
  await postgres.init('trust', ...settings)
  await postgres.start()
  await postgres.ask('create role offerdesk login createrole')
  await postgres.ask('create database offerdesk owner offerdesk')
  return postgres
}

export interface Floor {
  nodes: Node[]
  worker: Node
  /** Through nginx. */
  asker: Asker
}

/** Three nodes of a product and a worker, behind nginx as docs/running.md sets it up. */
export async function openFloor(
  product: string,
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<Floor> {
  const settings = { ...settingsFor(databaseUrl), ...more }
  await offerdesk(product, ['migrate'], settings)
  const make = ['user', 'make', owner.email, '--name', 'Ada Moss', '--organization', 'Moss & Sons']
  await offerdesk(product, make, settings, `${owner.password}\n`)
  const nodes = [0, 1, 2].map(async () => new Node(await freePort(), settings))
  const all = await Promise.all(nodes)
  for (const node of all) await node.start(product)
  const worker = new Node(0, settings)
  worker.begin(product, 'worker')
  return { nodes: all, worker, asker: await behindNginx(all.map(({ port }) => port)) }
}

async function behindNginx(ports: readonly number[]): Promise<Asker> {
  const [plain, secure] = [await freePort(), await freePort()]
  const folder = ownFolder('nginx')
  const guide = readGuide([
    { written: '/etc/letsencrypt', here: folder, why: 'a certificate of our own' },
    { written: 'listen 80;', here: `listen 127.0.0.1:${plain};`, why: 'it needs root' },
    { written: 'listen 443 ', here: `listen 127.0.0.1:${secure} `, why: 'it needs root' },
    ...ports.map((port, index) => ({
      written: new RegExp(String.raw`(?<=server 127\.0\.0\.1:)${3000 + index}\b`, 'g'),
      here: String(port),
      why: 'taken',
    })),
  ])
  const one = guide.file('/etc/nginx/sites-enabled/offerdesk')
  const live = join(folder, 'live/desk.example')
  const authority = selfSigned('desk.example', join(live, 'fullchain.pem'), join(live, 'privkey.pem'))
  await startNginx(folder, one.replace(/upstream offerdesk \{[\s\S]*?\n\}\n/, guide.block('Many nodes', 'nginx')))
  return askerAt({ host: '127.0.0.1', port: secure, tls: { name: 'desk.example', authority } }, 200)
}
