import autocannon from 'autocannon'
import { demoLogins, demoPassword } from '../../server/db/demo'
import { startServer } from '../e2e/startServer'
import { freePort } from '../freePort'
import { scratchDatabases } from '../server/postgres'
import { print, progress } from './figures'

const seconds = 10
/** From as many as are served at once, to several times what may wait. */
const crowds = [10, 100, 600, 1_200]

/** How long whoever is answered waits when more ask than may wait for the database, and whoever is refused. */
export async function measureOverload() {
  for (const scratch of await scratchDatabases()) {
    const { kind, dataDir, databaseUrl } = scratch
    const server = await startServer(await freePort(), {
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      SEED: 'demo',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      SECRET_KEY: Buffer.alloc(32).toString('base64'),
    })
    print(`\n${kind}, search for a page of offers, ${seconds} s each`)
    const asked = await searchOf(`${server.url}/api/v1`)
    for (const connections of crowds) {
      progress(`${connections} at once`)
      print(`  ${connections} at once`)
      for (const [status, times] of [...(await shoot(asked, connections))].toSorted(([a], [b]) => a - b)) {
        times.sort((a, b) => a - b)
        const at = (share: number) => `${(times[Math.floor(times.length * share)] ?? 0).toFixed(0).padStart(5)} ms`
        const perSecond = (times.length / seconds).toFixed(0).padStart(6)
        print(`    ${status}  p50 ${at(0.5)}  p99 ${at(0.99)}  ${perSecond} answers/s`)
      }
    }
    await server.stop()
    await scratch.stop()
  }
}

type Asked = Pick<autocannon.Options, 'url' | 'method' | 'headers' | 'body'>

async function searchOf(api: string): Promise<Asked> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: demoLogins[0], password: demoPassword })
  const login = (await (await fetch(`${api}/users/login`, { method: 'POST', headers, body })).json()) as {
    data: { token: string }
  }
  const signedIn = { ...headers, authorization: `Bearer ${login.data.token}` }
  const { data } = (await (await fetch(`${api}/organizations`, { headers: signedIn })).json()) as {
    data: { id: string }[]
  }
  const search = { organizationId: data[0]?.id, resource: 'offers', limit: 10 }
  return { url: `${api}/search`, method: 'POST', headers: signedIn, body: JSON.stringify(search) }
}

/** Per status the milliseconds that each answer took; those that never came are under 0. */
async function shoot(asked: Asked, connections: number): Promise<Map<number, number[]>> {
  const times = new Map<number, number[]>()
  const note = (status: number, took: number) => {
    const list = times.get(status)
    if (list) list.push(took)
    else times.set(status, [took])
  }
  await new Promise<void>((resolve) => {
    const run = autocannon({ ...asked, connections, duration: seconds, timeout: 60 }, () => resolve())
    run.on('response', (_client, status, _bytes, took) => note(status, took))
    run.on('reqError', () => note(0, 0))
  })
  return times
}
