import { parseArgs } from 'node:util'
import { inTurn } from '../mutants/inTurn'
import type { Fault } from '../mutants/exchange'
import { prepareData } from '../mutants/reference'
import { findingsThrough, tryFault } from '../mutants/run'
import { strangers } from './faults'
import { secondStrangers } from './second'
import { variants } from './variants'

// npm run figures -- strangers: how many of the faults of strangers the checker finds, and what it says against variants that
// break nothing. --only ID,ID takes some of them, --parallel 2 two at once.

const print = (text: string) => process.stdout.write(`${text}\n`)
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '1' },
  },
})
const chosen = (all: Fault[]) =>
  all.filter(({ id }) => values.only === undefined || values.only.split(',').includes(id))

const data = await prepareData()
try {
  const options = { data: data.folder, seed: Number(values.seed) }
  const atOnce = Number(values.parallel)
  const all = [...strangers, ...secondStrangers]
  const outcomes = await inTurn(chosen(all), atOnce, async (fault) => {
    const outcome = await tryFault(fault, { ...options, known: new Set() })
    const { id, result, reason, seconds } = outcome
    print(`${result.padEnd(9)}${id.padEnd(48)}${seconds.toFixed(0).padStart(4)} s  ${reason}`)
    return outcome
  })
  const heard = await inTurn(chosen(variants), atOnce, async (variant) => {
    const findings = await findingsThrough(variant.make(), options)
    print(`${findings.length === 0 ? 'quiet' : 'ALARM'}    ${variant.id}`)
    for (const { rule, call, expected, actual } of findings) {
      print(`  false alarm: ${rule} of ${call}: expected ${expected.slice(0, 120)}; it was ${actual.slice(0, 200)}`)
    }
    return findings.length
  })
  const missed = outcomes.filter(({ result }) => result !== 'found')
  const foundOf = (list: Fault[]) => {
    const tried = outcomes.filter(({ id }) => list.some((one) => one.id === id))
    return `${tried.filter(({ result }) => result === 'found').length} of ${tried.length}`
  }
  const alarms = heard.filter((count) => count > 0).length
  for (const { id, about, reason } of missed) print(`Missed: ${id} (${about}): ${reason}`)
  print(
    `${foundOf(strangers)} faults of the first stranger found, ${foundOf(secondStrangers)} of the second; false alarms on ${alarms} of ${heard.length} variants`,
  )
} finally {
  data.remove()
}
