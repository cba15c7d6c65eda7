import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Fault } from './exchange'
import { faults, groups } from './faults'
import type { Outcome } from './run'

const help = `npm run conformance:mutants [-- OPTIONS]

Puts faults between the contract checker and the reference server, one at a time, and counts those that it finds.

  --only ID,ID     these faults alone
  --group NAME     the faults of one group: ${Object.keys(groups).join(', ')}
  --list           print the faults and end
  --parallel N     faults tried at once, 1 or 2 (1)
  --scripts        run the script of what is found as well, against a server with the fault and one without
  --seed N         seed of the checker (1)
  --peers          try Portman, Dredd and Prism on the same faults; npm installs them into a temporary folder
  --out FILE       write the outcomes to FILE as JSON too
  --help

Exit code 0 when the clean run is without findings, at least 97 % are found and the harness had no errors; 1 otherwise,
2 for bad input.
`

const print = (text: string) => process.stdout.write(`${text}\n`)

function giveUp(reason: string): never {
  process.stderr.write(`conformance:mutants: ${reason}\n`)
  process.exit(2)
}

const options = {
  only: { type: 'string' },
  group: { type: 'string' },
  list: { type: 'boolean', default: false },
  parallel: { type: 'string', default: '1' },
  seed: { type: 'string', default: '1' },
  scripts: { type: 'boolean', default: false },
  peers: { type: 'boolean', default: false },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

function readOptions() {
  try {
    const { values } = parseArgs({ options })
    if (!/^[12]$/.test(values.parallel)) giveUp('--parallel is 1 or 2')
    if (!/^\d{1,9}$/.test(values.seed)) giveUp('--seed is a whole number')
    return values
  } catch (error) {
    return giveUp(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}

function chosenFaults({ only, group }: ReturnType<typeof readOptions>): Fault[] {
  if (group !== undefined) return groups[group] ?? giveUp(`there is no group ${group}`)
  if (only === undefined) return faults
  return only.split(',').map((id) => faults.find((fault) => fault.id === id) ?? giveUp(`there is no fault ${id}`))
}

/** One after the other, or two at once; the outcomes keep the order of the faults. */
async function inTurn<In, Out>(all: In[], parallel: number, work: (one: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = []
  const queue = [...all.entries()]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return results
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
  const [{ prepareData }, { cleanRun, tryFault }] = await Promise.all([import('./reference'), import('./run')])
  const data = await prepareData()
  try {
    const clean = await cleanRun({ data: data.folder, seed })
    print(`Clean run: ${clean.findings.length} findings in ${(clean.durationMs / 1000).toFixed(0)} s`)
    for (const { rule, call, reason } of clean.findings) print(`  false alarm: ${rule} of ${call}: ${reason}`)
    const known = new Set(clean.findings.map(({ rule, call }) => `${rule} of ${call}`))
    const outcomes = await inTurn(chosen, Number(given.parallel), async (fault) => {
      const outcome = await tryFault(fault, { data: data.folder, seed, known, scripts: given.scripts })
      print(row(outcome))
      if (outcome.script !== undefined) print(`  its script: ${outcome.script}`)
      return outcome
    })
    const areRight = outcomes.every(({ script }) => script === undefined)
    const isGood = summary(outcomes) && clean.findings.length === 0 && areRight
    if (given.out !== undefined) writeFileSync(given.out, `${JSON.stringify(outcomes, null, 2)}\n`)
    if (given.peers) await (await import('../peers/compare')).comparePeers(chosen, outcomes, data.folder, print)
    process.exitCode = isGood ? 0 : 1
  } finally {
    data.remove()
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
  return errors.length === 0 && found.length >= 0.97 * outcomes.length
}

await main()
