import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { outliveReaders } from '../../contract/outliveReaders'
import { layoutChartHere } from '../../machines/qa/chart/chartHere'
import { machines } from '../../machines/qa/machines'
import { svgOf } from '../../machines/qa/chart/svg'
import { coverage, type MachineCoverage, reachedBy } from './coverage'
import { readRecording, recordingsIn, Unreadable } from './files'
import { recordingsOfRun } from './recordedRun'
import { runFolder } from './runFolder'

const help = `npm run coverage:flows [-- --of FOLDER] [--out FOLDER] [--only MACHINE]

Which states and transitions of which machine recordings reached: as a table, and as statecharts with what was not
reached marked (FOLDER/index.html, coverage/ when left out). Reads what the last run of the browser tests left in
${runFolder} (npm test -- browser), or the recordings of another folder; of all machines, or of one.

Exit code 2 for wrong arguments or a recording that can't be read.
`

const print = (text: string) => process.stdout.write(`${text}\n`)
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function optionsOf(args: string[]): { of?: string; out: string; only?: string } {
  try {
    const options = {
      of: { type: 'string' },
      out: { type: 'string', default: 'coverage' },
      only: { type: 'string' },
    } as const
    return parseArgs({ args, options }).values
  } catch {
    throw new Unreadable(
      'takes --of FOLDER, --out FOLDER, --only MACHINE and nothing else; see npm run coverage:flows -- --help',
    )
  }
}

function row({ name, states, steps }: MachineCoverage): string {
  const part = ({ reached, unreached }: MachineCoverage['states']) =>
    `${reached.size}/${reached.size + unreached.size}`.padStart(8)
  return `${name.padEnd(20)}${part(states)}${part(steps).padStart(14)}`
}

function page(all: readonly MachineCoverage[], recordings: number): string {
  const cells = all.map(({ name, states, steps }) => {
    const [s, t] = [states, steps].map(
      ({ reached, unreached }) => `${reached.size} of ${reached.size + unreached.size}`,
    )
    return `<tr><td><a href="#${name}">${name}</a></td><td>${s}</td><td>${t}</td></tr>`
  })
  const charts = all.map(({ name, steps, states }) => {
    const missing = [...states.unreached, ...steps.unreached].map((text) => `<li>${escaped(text)}</li>`)
    const list =
      missing.length > 0 ? `<p>Not reached:</p><ul>${missing.join('')}</ul>` : '<p>All of it was reached.</p>'
    return `<h2 id="${name}">${name}</h2>${list}<img src="${name}.svg" alt="Statechart of ${name}">`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Coverage of the flows</title>
<meta name="color-scheme" content="light dark"><style>body{font:14px/1.5 system-ui;margin:2rem auto;max-width:80rem;padding:0 1rem}
td,th{text-align:start;padding:.25rem 1rem .25rem 0}img{max-width:100%}</style>
<h1>Coverage of the flows</h1><p>${recordings} recordings</p>
<table><tr><th>Machine</th><th>States</th><th>Transitions</th></tr>${cells.join('')}</table>${charts.join('')}</html>
`
}

async function run(args: string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return void process.stdout.write(help)
  const { of, out, only } = optionsOf(args)
  if (only !== undefined && !(only in machines)) throw new Unreadable(`there is no machine ${only}`)
  const files = of === undefined ? recordingsOfRun() : recordingsIn(of)
  const reached = new Set(files.flatMap((path) => [...reachedBy(readRecording(path))]))
  const all = coverage(reached).filter(({ name }) => only === undefined || name === only)
  print(`${files.length} recordings\n\n${'machine'.padEnd(20)}  states   transitions`)
  for (const each of all) {
    print(row(each))
    for (const missing of [...each.states.unreached, ...each.steps.unreached]) print(`    not reached: ${missing}`)
  }
  mkdirSync(out, { recursive: true })
  for (const { name, states, steps } of all) {
    const machine = machines[name]
    if (!machine) continue
    const unreached = { states: states.unreached, steps: steps.unreached }
    // Without marks it is the picture of the documentation.
    const documented = `docs/machines/${name}.svg`
    if (states.unreached.size + steps.unreached.size === 0 && existsSync(documented)) {
      copyFileSync(documented, join(out, `${name}.svg`))
      continue
    }
    // One after the other: laying out is work for the processor alone.
    writeFileSync(join(out, `${name}.svg`), svgOf(await layoutChartHere(machine), { unreached }))
  }
  writeFileSync(join(out, 'index.html'), page(all, files.length))
  print(`\nStatecharts with what was not reached: ${join(out, 'index.html')}`)
}

outliveReaders()
run(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof Unreadable)) throw error
  process.stderr.write(`npm run coverage:flows: ${error.message}\n`)
  process.exitCode = 2
})
