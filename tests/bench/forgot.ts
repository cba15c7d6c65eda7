import { outbox } from '../../server/db/schema/outbox'
import { startEverywhere, type Started, startOn } from '../server/http/start'
import { median, print, progress } from './figures'

const pairs = Number(process.env['PAIRS'] ?? 3_000)
const hour = 3_600_000
const emails = { known: 'miles.carter@offerdesk.example', unknown: 'nobody.there@offerdesk.example' } as const

/** Whether the time of asking for a new password tells an address that has an account from one that has none. */
export async function measureForgot() {
  for (const server of await startEverywhere()) {
    progress(`${pairs.toLocaleString('en')} pairs on ${server.kind}`)
    await measureOn(server)
    await server.stop()
  }
}

async function measureOn({ database, kind }: Started) {
  // Another hour for every pair: only so many mails are sent in one.
  let hours = 0
  const node = await startOn(database, { now: () => new Date(Date.now() + hours * hour) })
  const ask = async (email: string) => {
    const began = performance.now()
    const { status } = await node.call('POST', '/users/forgot-password/start', { body: { email } })
    const took = (performance.now() - began) * 1000
    if (status !== 200) throw new Error(`forgot-password answered ${status}`)
    // As after it is sent; what sending costs comes after the answer.
    await database.system((tx) => tx.delete(outbox))
    return took
  }
  const times: { known: number; unknown: number }[] = []
  for (let pair = -100; pair < pairs; pair += 1) {
    hours += 1
    const isKnownFirst = Math.random() < 0.5
    const first = await ask(isKnownFirst ? emails.known : emails.unknown)
    const second = await ask(isKnownFirst ? emails.unknown : emails.known)
    // The first ones run code that is not compiled yet.
    if (pair >= 0) times.push(isKnownFirst ? { known: first, unknown: second } : { known: second, unknown: first })
  }
  await node.stop()
  const differences = times.map(({ known, unknown }) => known - unknown).toSorted((a, b) => a - b)
  const reach = Math.ceil(0.98 * Math.sqrt(pairs))
  const bound = (index: number) => (differences[index] ?? 0).toFixed(1)
  const middle = Math.floor(pairs / 2)
  const of = (which: 'known' | 'unknown') => `${median(times.map((time) => time[which])).toFixed(0)} µs`
  print(`\n${kind}, ${pairs.toLocaleString('en')} pairs in random order`)
  print(`  median with an account ${of('known')}, without one ${of('unknown')}`)
  print(
    `  difference within a pair: median ${median(differences).toFixed(1)} µs, ` +
      `with 95 % certainty from ${bound(middle - reach)} to ${bound(middle + reach)} µs`,
  )
}
