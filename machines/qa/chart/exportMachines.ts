import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { AnyStateMachine } from 'xstate'
import { outliveReaders } from '../../../contract/outliveReaders'
import type { DocumentedMachine } from './machinesPage'

const help = `npm run machines -- --out DIR [NAME ...]   for each machine, or those named, its definition for Stately
                                           Studio (.json) and its diagram as mermaid (.mmd) and as a picture (.svg)
npm run machines -- --docs                 docs/machines.md with its pictures

Exit code 2 when a flag or a machine is unknown or a folder cannot be written.
`
const root = fileURLToPath(new URL('../../../', import.meta.url))

function fail(reason: string): never {
  process.stderr.write(`npm run machines: ${reason}\n`)
  process.exit(2)
}

function flags() {
  try {
    const options = {
      out: { type: 'string' },
      docs: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const
    const { values, positionals: names } = parseArgs({ options, allowPositionals: true })
    return { ...values, names }
  } catch (error) {
    return fail(error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? '') : String(error))
  }
}

/** One folder after the other: Node's recursive way never ends where no folder can be made, such as under /proc. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** Writes files and prints their names. */
function write(folder: string, files: Readonly<Record<string, string>>): void {
  try {
    makeFolder(resolve(folder))
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, name), text)
      process.stdout.write(`${relative(process.cwd(), join(folder, name))}\n`)
    }
  } catch (error) {
    fail(`${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

outliveReaders()
const { out, docs, help: asksForHelp, names } = flags()
if (asksForHelp) {
  process.stdout.write(help)
  process.exit(0)
}
if (!out && !docs) fail('Say where to write: --out DIR, or --docs; see --help')
if (docs && names.length > 0) fail('--docs takes no names, as docs/machines.md is of every machine')

// Before any drawing, as what cannot be written need not be drawn.
if (out) write(out, {})
// Loaded only here: whoever asks for help, or wrongly, does not wait for every machine.
const [{ machines }, { layoutChartHere }, { definitionOf }, { machineFiles }, { aboutMachine, machinesPage }] =
  await Promise.all([
    import('../machines'),
    import('./chartHere'),
    import('./definition'),
    import('./machineFiles'),
    import('./machinesPage'),
  ])
const [{ mermaidOf }, { svgOf }, { chartFaults }, { drawnFrom, marked }] = await Promise.all([
  import('./mermaid'),
  import('./svg'),
  import('./chartFaults'),
  import('./drawnFrom'),
])
const unknown = names.find((name) => !(name in machines))
if (unknown !== undefined) fail(`There is no machine ${unknown}; docs/machines.md lists them`)
const files = machineFiles()
const documented: DocumentedMachine[] = []
for (const [name, machine] of Object.entries<AnyStateMachine>(machines)) {
  if (names.length > 0 && !names.includes(name)) continue
  if (out) {
    const svg = svgOf(await layoutChartHere(machine))
    write(out, { [`${name}.json`]: definitionOf(machine), [`${name}.mmd`]: mermaidOf(machine), [`${name}.svg`]: svg })
  }
  if (docs) {
    const picture = join(root, 'docs/machines', `${name}.svg`)
    // Drawing takes time, and most machines are as they were.
    if (!existsSync(picture) || !readFileSync(picture, 'utf8').includes(`data-drawn-from="${drawnFrom(machine)}"`)) {
      const chart = await layoutChartHere(machine)
      const [fault] = chartFaults(chart)
      if (fault !== undefined) fail(`The chart of ${name} can't be read: ${fault}`)
      write(join(root, 'docs/machines'), { [`${name}.svg`]: marked(svgOf(chart), machine) })
    }
    const file = files.get(name)
    if (file === undefined) fail(`No ${name}.machine.ts is in machines/`)
    const about = aboutMachine({ name, file }, readFileSync(join(root, file), 'utf8'))
    documented.push({ name, file, about, machine })
  }
}
if (docs) {
  write(join(root, 'docs'), { 'machines.md': machinesPage(documented) })
  for (const picture of readdirSync(join(root, 'docs/machines'))) {
    if (!(picture.replace(/\.svg$/, '') in machines)) rmSync(join(root, 'docs/machines', picture))
  }
}
