import { demoLogins, demoPassword } from '../../server/db/demo'
import { startServer } from '../e2e/startServer'
import { freePort } from '../freePort'
import { residentMemory } from '../residentMemory'
import { print, progress } from './figures'

const requests = Number(process.env['SOAK_REQUESTS'] ?? 60_000)
const atOnce = 10
const betweenLooks = 10_000

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

/** Memory of the demo server while it answers many requests, a third of which write. */
export async function measureSoak() {
  const server = await startServer(await freePort(), { NODE_ENV: 'production', LOG_LEVEL: 'silent', SEED: 'demo' })
  try {
    await soak(`${server.url}/api/v1`, server.pid)
  } finally {
    await server.stop()
  }
}

async function soak(url: string, pid: number) {
  let token = ''
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    // The API's own answers; what is not there fails where it is used.
    return (await response.json()) as { data: never }
  }
  const login: { token: string } = (
    await call('POST', '/users/login', { email: demoLogins[0], password: demoPassword })
  ).data
  token = login.token
  const [organization]: { id: string }[] = (await call('GET', '/organizations')).data
  const organizationId = organization?.id
  const offers: { id: string; campaignId: string }[] = (
    await call('POST', '/search', { organizationId, resource: 'offers', limit: 50 })
  ).data

  print(`\n${requests.toLocaleString('en')} requests, ${atOnce} at once, a third of them writes`)
  print(`  ${'after'.padEnd(8)} ${'memory'.padStart(8)}   requests/s`)
  print(`  ${'0'.padEnd(8)} ${megabytes(residentMemory(pid)).padStart(8)}`)
  let done = 0
  for (let until = betweenLooks; until <= requests; until += betweenLooks) {
    const start = performance.now()
    const ask = async () => {
      while (done < until) {
        const turn = done
        done += 1
        const offer = offers[turn % offers.length]
        if (turn % 3 === 0) await call('PUT', `/offers/${offer?.id}`, { basePrice: 10 + (turn % 900) })
        else if (turn % 3 === 1) await call('POST', '/search', { organizationId, resource: 'orders', limit: 25 })
        else await call('GET', `/campaigns/${offer?.campaignId}`)
      }
    }
    progress(`${until.toLocaleString('en')} requests`)
    await Promise.all(Array.from({ length: atOnce }, ask))
    const perSecond = betweenLooks / ((performance.now() - start) / 1000)
    print(
      `  ${until.toLocaleString('en').padEnd(8)} ${megabytes(residentMemory(pid)).padStart(8)} ${perSecond.toFixed(0).padStart(12)}`,
    )
  }
}
