import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { AnyStateMachine } from 'xstate'
import { machines } from '../machines'
import { layoutChartHere } from './chartHere'
import { definitionOf } from './definition'
import { machineFiles } from './machineFiles'
import { aboutMachine, type DocumentedMachine, machinesPage } from './machinesPage'
import { mermaidOf } from './mermaid'
import { svgOf } from './svg'

const help = `npm run machines -- --out DIR     for each machine its definition for Stately Studio (.json) and its
                                  diagram as mermaid (.mmd) and as a picture (.svg)
npm run machines -- --docs        docs/machines.md with its pictures

Exit code 2 when a flag is unknown or a folder cannot be written.
`
const root = fileURLToPath(new URL('../../../', import.meta.url))

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(2)
}

function flags() {
  try {
    const options = {
      out: { type: 'string' },
      docs: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const
    return parseArgs({ options }).values
  } catch (error) {
    return fail(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
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

const { out, docs, help: asksForHelp } = flags()
if (asksForHelp) {
  process.stdout.write(help)
  process.exit(0)
}
if (!out && !docs) fail('Say where to write: --out DIR, or --docs; see --help')

// Before any drawing, as what cannot be written need not be drawn.
if (out) write(out, {})
const files = machineFiles()
const documented: DocumentedMachine[] = []
for (const [name, machine] of Object.entries<AnyStateMachine>(machines)) {
  const chart = await layoutChartHere(machine)
  const svg = svgOf(chart)
  if (out) {
    write(out, { [`${name}.json`]: definitionOf(machine), [`${name}.mmd`]: mermaidOf(machine), [`${name}.svg`]: svg })
  }
  if (docs) {
    write(join(root, 'docs/machines'), { [`${name}.svg`]: svg })
    const file = files.get(name)
    if (file === undefined) fail(`No ${name}.machine.ts is in machines/`)
    const about = aboutMachine({ name, file }, readFileSync(join(root, file), 'utf8'))
    documented.push({ name, file, about, chart })
  }
}
if (docs) write(join(root, 'docs'), { 'machines.md': machinesPage(documented) })
