import { parseArgs } from 'node:util'
import type { Fault } from '../mutants/exchange'
import { prepareData } from '../mutants/reference'
import { findingsThrough, tryFault } from '../mutants/run'
import { strangers } from './faults'
import { variants } from './variants'

// npm run figures -- strangers: how many of the faults of strangers the checker finds, and what it says against variants that
// break nothing. --only ID,ID takes some of them.

const print = (text: string) => process.stdout.write(`${text}\n`)
const { values } = parseArgs({ options: { only: { type: 'string' }, seed: { type: 'string', default: '1' } } })
const chosen = (all: Fault[]) =>
  all.filter(({ id }) => values.only === undefined || values.only.split(',').includes(id))

const data = await prepareData()
try {
  const options = { data: data.folder, seed: Number(values.seed) }
  const missed: string[] = []
  const faults = chosen(strangers)
  for (const fault of faults) {
    const { result, reason, seconds } = await tryFault(fault, { ...options, known: new Set() })
    print(`${result.padEnd(9)}${fault.id.padEnd(28)}${seconds.toFixed(0).padStart(4)} s  ${reason}`)
    if (result !== 'found') missed.push(`${fault.id} (${fault.about}): ${reason}`)
  }
  let alarms = 0
  const others = chosen(variants)
  for (const variant of others) {
    const findings = await findingsThrough(variant.make(), options)
    print(`${findings.length === 0 ? 'quiet' : 'ALARM'}    ${variant.id}`)
    for (const { rule, call, expected, actual } of findings) {
      print(`  false alarm: ${rule} of ${call}: expected ${expected.slice(0, 120)}; it was ${actual.slice(0, 200)}`)
    }
    if (findings.length > 0) alarms += 1
  }
  for (const one of missed) print(`Missed: ${one}`)
  print(
    `${faults.length - missed.length} of ${faults.length} faults found; false alarms on ${alarms} of ${others.length} variants`,
  )
} finally {
  data.remove()
}
