import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { print, progress } from './figures'
import type { Prepared } from './serverProcess'

const seconds = 5
const connections = 10

interface Figures {
  p50: number
  p99: number
  perSecond: number
}

async function shoot(url: string, method: 'POST' | 'PUT', body: object, token: string): Promise<Figures> {
  const { latency, requests, errors, non2xx } = await autocannon({
    url,
    method,
    connections,
    duration: seconds,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors and ${non2xx} refusals`)
  return { p50: latency.p50, p99: latency.p99, perSecond: requests.average }
}

const shown = ({ p50, p99, perSecond }: Figures) =>
  `p50 ${String(p50).padStart(4)} ms  p99 ${String(p99).padStart(4)} ms  ${perSecond.toFixed(0).padStart(6)} requests/s`

/** Search and update against the real server, and against bare routes with the same SQL, on every database there is. */
export async function measureServer() {
  const script = fileURLToPath(new URL('serverProcess.ts', import.meta.url))
  for (const engine of ['pglite', 'postgres'] as const) {
    progress(`filling ${engine} with 100,000 offers`)
    const child = fork(script, [engine], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const prepared = await new Promise<Prepared | undefined>((resolve) => {
      child.once('message', (message) => resolve(message as Prepared))
      child.once('exit', () => resolve(undefined))
    })
    if (!prepared) {
      print(`${engine}: not available here`)
      continue
    }
    const { api, bare, token, organizationId, campaignId, offerId } = prepared
    const search = { organizationId, resource: 'offers', filters: { campaignId } }
    print(`\n${engine}, 100,000 offers, ${connections} connections, ${seconds} s each`)
    for (const [about, path, method, body] of [
      ['search, a page of a campaign', '/search', 'POST', search],
      ['search with q over all campaigns', '/search', 'POST', { ...search, filters: {}, q: 'offer 4242' }],
      ['offer update', `/offers/${offerId}`, 'PUT', { basePrice: 12.5 }],
    ] as const) {
      progress(about)
      const plain = await shoot(`${bare}${path}`, method, body, token)
      const ours = await shoot(`${api}/api/v1${path}`, method, body, token)
      print(`  ${about}`)
      print(`    bare route   ${shown(plain)}`)
      print(`    Offerdesk    ${shown(ours)}   ${(ours.perSecond / plain.perSecond).toFixed(2)} of the bare route`)
    }
    child.send('stop')
    await new Promise((resolve) => child.once('exit', resolve))
  }
}
