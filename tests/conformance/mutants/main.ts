import { outliveReaders } from '../../../contract/outliveReaders'
import type { Fault } from './exchange'
import { faults, groups } from './faults'
import { everyNth, giveUp, onlyThose, readGiven } from './given'
import { inTurn } from './inTurn'
import { keptIn, keptOptions } from './kept'
import type { Outcome } from './run'

const help = `npm run conformance:mutants [-- OPTIONS]

Puts faults between the contract checker and the reference server, one at a time, and counts those that it finds.

  --only ID,ID     these faults alone
  --group NAME     the faults of one group: ${Object.keys(groups).join(', ')}
  --every N        every Nth of them
  --list           print the faults and end
  --parallel N     faults tried at once, 1 or 2 (1)
  --scripts        run the scripts of what is found as well, against a server with the fault and one without
  --seed N         seed of the checker (1)
  --peers          try Portman, Dredd and Prism on the same faults; npm installs them into a temporary folder
  --out FILE       write each outcome to FILE as well, as JSON
  --resume         go on with what FILE has: what it has with an error or a wrong script is tried anew
  --help

Exit code 0 when the clean run is without findings, at least 97 % are found and the harness had no errors; 1 otherwise,
2 for bad input.
`

const print = (text: string) => process.stdout.write(`${text}\n`)

const command = 'conformance:mutants'

const readOptions = () =>
  readGiven(command, {
    group: { type: 'string' },
    peers: { type: 'boolean', default: false },
    ...keptOptions,
  })

function chosenFaults({ only, group, every }: ReturnType<typeof readOptions>): Fault[] {
  const those = group === undefined ? faults : (groups[group] ?? giveUp(command, `there is no group ${group}`))
  return everyNth(group === undefined ? onlyThose(command, those, only) : those, every)
}

const row = ({ result, id, seconds, reason }: Outcome) =>
  `${result.padEnd(9)}${id.padEnd(34)}${seconds.toFixed(0).padStart(4)} s  ${reason}`

const percent = (part: number, whole: number) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`)

async function main() {
  const given = readOptions()
  if (given.help) return void print(help.trimEnd())
  const chosen = chosenFaults(given)
  if (given.list) {
    for (const { id, about } of chosen) print(`${id.padEnd(34)}${about}`)
    return
  }

  const seed = Number(given.seed)
  // Loaded only here, with the whole server.
  const [{ prepareData }, { cleanRun, tryFault }, { tellScripts }] = await Promise.all([
    import('./reference'),
    import('./run'),
    import('./mended'),
  ])
  const data = await prepareData()
  try {
    const clean = await cleanRun({ data, seed })
    print(`Clean run: ${clean.findings.length} findings in ${(clean.durationMs / 1000).toFixed(0)} s`)
    for (const { rule, call, expected, actual } of clean.findings)
      print(`  false alarm: ${rule} of ${call}: expected ${expected.slice(0, 120)}; it was ${actual.slice(0, 200)}`)
    const known = new Set(clean.findings.map(({ rule, call }) => `${rule} of ${call}`))
    const kept = keptIn(command, given)
    const outcomes = await inTurn(chosen, Number(given.parallel), async (fault) => {
      const options = { data, seed, known, scripts: given.scripts }
      const outcome = kept.of(fault.id) ?? (await tryFault(fault, options))
      kept.add(outcome)
      print(row(outcome))
      for (const wrong of outcome.wrongScripts) print(`  a script: ${wrong}`)
      return outcome
    })
    const areRight = !given.scripts || (await tellScripts(outcomes, { data, seed }, print))
    const isGood = summary(outcomes) && clean.findings.length === 0 && areRight
    if (given.peers) await (await import('../peers/compare')).comparePeers(chosen, outcomes, data, print)
    process.exitCode = isGood ? 0 : 1
  } finally {
    await data.stop()
  }
}

/** Prints the figure with all that was not found; tells whether it is good enough. */
function summary(outcomes: Outcome[]): boolean {
  const of = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result)
  const [found, survived, errors] = [of('found'), of('survived'), of('error')]
  print('')
  for (const { id, about, reason } of survived) print(`Survived: ${id} (${about}): ${reason}`)
  for (const { id, about, reason } of errors) print(`Error: ${id} (${about}): ${reason}`)
  print(
    `${found.length} of ${outcomes.length} faults found (${percent(found.length, outcomes.length)}), ${errors.length} errors of the harness`,
  )
  const missed = found.filter(({ missedBy }) => missedBy !== undefined)
  for (const { id, missedBy, reason } of missed)
    print(`Found by the whole run (${reason}) and not with --only ${missedBy}: ${id}`)
  print(`${found.length - missed.length} of them with --only as well`)
  return errors.length === 0 && found.length >= 0.97 * outcomes.length
}

outliveReaders()
await main()
