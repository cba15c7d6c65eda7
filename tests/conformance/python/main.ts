import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { checkPython, type PythonOutcome, tryPython } from './run'

const help = `npm run figures -- backend, or node --import tsx tests/conformance/python/main.ts [OPTIONS]

Checks a backend that was written in Python from the specification alone, with one of sixty faults at a time, and counts
those that are found: at level core, and of the rest those at level full.

  --only NAME,NAME   these faults alone
  --seed N           seed of the checker (1)
  --help

Exit code 0 when nothing is found without a fault and at least 98 % are found with one; 1 otherwise.
`

const print = (text: string) => process.stdout.write(`${text}\n`)

/** The faults as faults.py has them, with what each is. */
function listFaults(): Record<string, string> {
  const code = 'import json, faults; print(json.dumps(faults.FAULTS))'
  const { stdout } = spawnSync('python3', ['-B', '-c', code], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    encoding: 'utf8',
  })
  return JSON.parse(stdout) as Record<string, string>
}

async function main() {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, seed: { type: 'string', default: '1' }, help: { type: 'boolean' } },
  })
  if (values.help === true) return void print(help.trimEnd())
  const seed = Number(values.seed)
  const all = listFaults()
  const names = values.only?.split(',') ?? Object.keys(all)
  const clean = { core: await checkPython('core', seed), full: await checkPython('full', seed) }
  for (const [level, { findings }] of Object.entries(clean)) {
    print(`Without a fault, level ${level}: ${findings.length} findings`)
    for (const { rule, call, expected, actual } of findings) print(`  ${rule} of ${call}: ${expected}; ${actual}`)
  }
  const tally = { core: 0, full: 0 }
  for (const name of names) {
    let level: keyof typeof tally = 'core'
    let outcome: PythonOutcome = await tryPython(name, level, seed, clean.core.findings)
    if (outcome.found === undefined) {
      level = 'full'
      outcome = await tryPython(name, level, seed, clean.full.findings)
    }
    if (outcome.found !== undefined) tally[level] += 1
    const result = outcome.found === undefined ? 'missed' : level
    print(`${result.padEnd(7)} ${name.padEnd(27)} ${outcome.found ?? all[name]}`)
  }
  const found = tally.core + tally.full
  const share = ((100 * found) / names.length).toFixed(1)
  print(
    `${found} of ${names.length} faults found (${share} %): ${tally.core} at level core, ${tally.full} more at full`,
  )
  const falseAlarms = clean.core.findings.length + clean.full.findings.length
  process.exitCode = falseAlarms === 0 && found >= 0.98 * names.length ? 0 : 1
}

await main()
