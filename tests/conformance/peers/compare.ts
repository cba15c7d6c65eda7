import { freePort } from '../../freePort'
import type { Fault, Handler } from '../mutants/exchange'
import { startProxy } from '../mutants/proxy'
import { startReference } from '../mutants/reference'
import type { Scratch } from '../../server/postgres'
import type { Outcome } from '../mutants/run'
import { worldOf } from './document'
import { dredd } from './dredd'
import { installPeers } from './install'
import type { Peer } from './peer'
import { portman } from './portman'
import { prism } from './prism'

interface Counts {
  found: Set<string>
  errors: Map<string, string>
  clean: Set<string>
}

/**
 * Tries the peers on the same faults. A finding counts when the clean run does not have it, and a crash of a tool or of
 * the way to run it is an error. Prints the table, and which faults a peer finds and ours does not.
 */
export async function comparePeers(faults: Fault[], outcomes: Outcome[], data: Scratch, print: (text: string) => void) {
  const folder = await installPeers(print)
  const reference = await startReference(data)
  const world = await worldOf(reference)
  await reference.stop()
  // Prism has to know the server's port before there is one.
  const [port, prismPort] = [await freePort(), await freePort()]
  const peers = [
    await portman(folder, world),
    dredd(folder, world),
    await prism(folder, world, prismPort, `http://127.0.0.1:${port}`),
  ]
  try {
    const counts = new Map<string, Counts>(
      peers.map(({ name }) => [name, { found: new Set(), errors: new Map(), clean: new Set() }]),
    )
    await through(
      (exchange) => exchange.send(),
      data,
      port,
      peers,
      (name, findings, error) => {
        if (error !== undefined) throw new Error(`${name} fails in the clean run: ${error}`)
        counts.get(name)?.clean.clear()
        for (const finding of findings) counts.get(name)?.clean.add(finding)
        print(`${name}: ${findings.length} findings in the clean run`)
        for (const finding of findings) print(`  ${finding}`)
      },
    )
    for (const fault of faults) {
      await through(fault.make(), data, port, peers, (name, findings, error) => {
        const count = counts.get(name)
        if (error !== undefined) count?.errors.set(fault.id, error)
        else if (findings.some((finding) => !count?.clean.has(finding))) count?.found.add(fault.id)
      })
      const by = peers.filter(({ name }) => counts.get(name)?.found.has(fault.id)).map(({ name }) => name)
      print(`${fault.id.padEnd(34)}${by.join(', ') || '-'}`)
    }
    table(counts, outcomes, print)
  } finally {
    for (const peer of peers) peer.stop()
  }
}

async function through(
  handler: Handler,
  data: Scratch,
  port: number,
  peers: Peer[],
  tell: (name: string, findings: string[], error?: string) => void,
) {
  const reference = await startReference(data)
  try {
    const proxy = await startProxy(reference.url, handler, reference.tokens, port)
    try {
      const token = reference.tokens[0] ?? ''
      const runs = await Promise.allSettled(peers.map((peer) => peer.findings(proxy.url, token)))
      for (const [index, run] of runs.entries()) {
        const name = peers[index]?.name ?? ''
        if (run.status === 'fulfilled') tell(name, run.value)
        else tell(name, [], run.reason instanceof Error ? run.reason.message : String(run.reason))
      }
    } finally {
      await proxy.stop()
    }
  } finally {
    await reference.stop()
  }
}

function table(counts: Map<string, Counts>, outcomes: Outcome[], print: (text: string) => void) {
  const all = outcomes.length
  const ours = outcomes.filter(({ result }) => result === 'found')
  const missed = outcomes.filter(({ result }) => result !== 'found')
  const line = (name: string, found: number, errors: number, clean: number) =>
    `${name.padEnd(12)}${`${found} of ${all}`.padEnd(14)}${((100 * found) / all).toFixed(1).padStart(5)} %   ${clean} in the clean run, ${errors} errors`
  print('')
  print(line('ours', ours.length, outcomes.filter(({ result }) => result === 'error').length, 0))
  for (const [name, { found, errors, clean }] of counts) print(line(name, found.size, errors.size, clean.size))
  for (const [name, { errors }] of counts)
    for (const [id, error] of errors) print(`  ${name} failed on ${id}: ${error}`)
  for (const { id } of missed) {
    const by = [...counts].filter(([, { found }]) => found.has(id)).map(([name]) => name)
    if (by.length > 0) print(`Ours misses what ${by.join(', ')} finds: ${id}`)
  }
}
