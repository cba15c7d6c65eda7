import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../../contract/conformance/engine/model'
import { checkPython, tryPython } from './run'

const help = `npm run figures -- backend, or node --import tsx tests/conformance/python/main.ts [OPTIONS]

Checks a backend that was written in Python from the specification alone, with one fault at a time, and counts those that
are found: at level core, and of the rest those at level full. The faults are in two sets, faults.py and second.py.

  --only NAME,NAME   these faults alone
  --seed N           seed of the checker (1)
  --help

Exit code 0 when level core finds nothing without a fault and at least 98 % are found with one; 1 otherwise.
`

const print = (text: string) => process.stdout.write(`${text}\n`)

type Faults = Record<string, string>

/** The two sets as Python has them, with what each fault is. */
function listFaults(): { first: Faults; second: Faults } {
  const code = 'import json, faults, second; print(json.dumps({"first": faults.FAULTS, "second": second.SECOND}))'
  const { stdout } = spawnSync('python3', ['-B', '-c', code], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    encoding: 'utf8',
  })
  return JSON.parse(stdout) as { first: Faults; second: Faults }
}

const tallyOf = (levels: readonly (string | undefined)[]) => {
  const count = (wanted: string) => levels.filter((level) => level === wanted).length
  const found = count('core') + count('full')
  const share = ((100 * found) / levels.length).toFixed(1)
  return {
    share: found / levels.length,
    text: `${found} of ${levels.length} found (${share} %): ${count('core')} at level core, ${count('full')} more at full`,
  }
}

/** The level that finds a fault, and what shows it there; no level when none does. */
async function levelOf(name: string, seed: number, clean: Record<'core' | 'full', Report>) {
  for (const level of ['core', 'full'] as const) {
    const { found } = await tryPython(name, level, seed, clean[level].findings)
    if (found !== undefined) return { level, found }
  }
  return { level: undefined, found: undefined }
}

async function main() {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, seed: { type: 'string', default: '1' }, help: { type: 'boolean' } },
  })
  if (values.help === true) return void print(help.trimEnd())
  const seed = Number(values.seed)
  const wanted = values.only?.split(',')
  const clean = { core: await checkPython('core', seed), full: await checkPython('full', seed) }
  for (const [level, { findings }] of Object.entries(clean)) {
    print(`Without a fault, level ${level}: ${findings.length} findings`)
    for (const { rule, call, expected, actual } of findings) print(`  ${rule} of ${call}: ${expected}; ${actual}`)
  }
  const levels: (string | undefined)[] = []
  for (const [set, faults] of Object.entries(listFaults())) {
    const names = Object.keys(faults).filter((name) => wanted?.includes(name) ?? true)
    const inSet: typeof levels = []
    for (const name of names) {
      const { level, found } = await levelOf(name, seed, clean)
      inSet.push(level)
      print(`${(level ?? 'missed').padEnd(7)} ${name.padEnd(27)} ${found ?? faults[name]}`)
    }
    if (names.length > 0) print(`Of the ${set} set, ${tallyOf(inSet).text}`)
    levels.push(...inSet)
  }
  const { share, text } = tallyOf(levels)
  print(`Of both, ${text}`)
  process.exitCode = clean.core.findings.length === 0 && share >= 0.98 ? 0 : 1
}

await main()
