import { outliveReaders } from '../../../contract/outliveReaders'
import type { Fault } from '../mutants/exchange'
import { everyNth, onlyThose, readGiven } from '../mutants/given'
import { inTurn } from '../mutants/inTurn'
import { keptIn, keptOptions } from '../mutants/kept'
import { lists } from './lists'
import { variants } from './variants'

const help = `npx tsx tests/conformance/strangers/main.ts [OPTIONS]

How many faults of strangers the checker finds, and what it says against variants that break nothing.

  --all            the lists of all strangers, in place of those of the last two
  --only ID,ID     these faults and variants alone, of whichever list
  --every N        every Nth of them
  --list           print them and end
  --parallel N     tried at once, 1 or 2 (1)
  --scripts        run the scripts of what is found as well, against a server with the fault and one without
  --seed N         seed of the checker (1)
  --out FILE       write each outcome to FILE as well, as JSON
  --resume         go on with what FILE has: what it has with an error or a wrong script is tried anew
  --help

An answer that did not come in time is an error of the harness, never a fault found.
Exit code 0 when at least 95 % of each list are found, nothing is said against a variant, every script is right and the
harness had no errors; 1 otherwise, 2 for bad input.
`

const print = (text: string) => process.stdout.write(`${text}\n`)
const command = 'strangers'
/** None of the faults keeps an answer back, so that one which did not come tells of the machine. */
const unanswered = 'http.answers'

const everyStranger = lists.flat()

async function main() {
  const given = readGiven(command, { all: { type: 'boolean', default: false }, ...keptOptions })
  if (given.help) return void print(help.trimEnd())
  const known = given.all || given.only !== undefined ? everyStranger : lists.slice(-2).flat()
  const chosen = everyNth(onlyThose(command, [...known, ...variants], given.only), given.every)
  if (given.list) {
    for (const { id, about } of chosen) print(`${id.padEnd(48)}${about}`)
    return
  }

  const amongChosen = (list: Fault[]) => list.filter((one) => chosen.includes(one))
  const atOnce = Number(given.parallel)
  // Loaded only here, with the whole server.
  const [{ prepareData }, { findingsThrough, tryFault }, { tellScripts }] = await Promise.all([
    import('../mutants/reference'),
    import('../mutants/run'),
    import('../mutants/mended'),
  ])
  const data = await prepareData()
  try {
    const options = { data, seed: Number(given.seed) }
    const kept = keptIn(command, given)
    const outcomes = await inTurn(amongChosen(everyStranger), atOnce, async (fault) => {
      const tried =
        kept.of(fault.id) ?? (await tryFault(fault, { ...options, known: new Set(), scripts: given.scripts }))
      const outcome = tried.reason.startsWith(unanswered) ? { ...tried, result: 'error' as const } : tried
      kept.add(outcome)
      const { id, result, reason, seconds } = outcome
      print(`${result.padEnd(9)}${id.padEnd(48)}${seconds.toFixed(0).padStart(4)} s  ${reason}`)
      for (const wrong of outcome.wrongScripts) print(`  a script: ${wrong}`)
      return outcome
    })
    const heard = await inTurn(amongChosen(variants), atOnce, async (variant) => {
      const findings = await findingsThrough(variant.make(), options)
      print(`${findings.length === 0 ? 'quiet' : 'ALARM'}    ${variant.id}`)
      for (const { rule, call, expected, actual } of findings) {
        print(`  false alarm: ${rule} of ${call}: expected ${expected.slice(0, 120)}; it was ${actual.slice(0, 200)}`)
      }
      return findings.length
    })
    for (const { id, about, reason, result } of outcomes) {
      if (result !== 'found') print(`Missed: ${id} (${about}): ${reason}`)
    }
    const found = lists.flatMap((list) => {
      const tried = outcomes.filter(({ id }) => list.some((one) => one.id === id))
      const ofThem = { tried: tried.length, found: tried.filter(({ result }) => result === 'found').length }
      return tried.length === 0 ? [] : [ofThem]
    })
    const counts = found.map((of) => `${of.found} of ${of.tried}`).join(', ')
    const alarms = heard.filter((count) => count > 0).length
    print(`${counts} faults found, list by list; false alarms on ${alarms} of ${heard.length} variants`)
    const areRight = !given.scripts || (await tellScripts(outcomes, options, print))
    const isJudged = outcomes.every(({ result }) => result !== 'error')
    const isGood = isJudged && found.every((of) => of.found >= 0.95 * of.tried)
    process.exitCode = isGood && alarms === 0 && areRight ? 0 : 1
  } finally {
    await data.stop()
  }
}

outliveReaders()
await main()
