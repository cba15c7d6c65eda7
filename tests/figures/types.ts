import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Waits, waitsOf } from './editor'

// What the compiler does to check all types, and how long an editor waits: `npm run figures -- types`. TYPES_BEFORE=COMMIT
// measures that one beside it.

const run = (folder: string, command: string) => {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed in ${folder}:\n${stdout}${stderr}`)
  return { stdout, stderr }
}

interface Measured {
  types: number
  instantiations: number
  /** In MB. */
  memory: number
  /** User and system time of all threads, in seconds. */
  processor: number
  editor: Waits
}

async function measure(folder: string): Promise<Measured> {
  run(folder, 'npx --no-install panda codegen --silent')
  const { stdout, stderr } = run(
    folder,
    'TIMEFORMAT="processor: %U %S"; time npx --no-install tsc --noEmit --extendedDiagnostics',
  )
  const number = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(stdout)?.[1])
  const [, user, system] = /^processor: ([\d.]+) ([\d.]+)/m.exec(stderr) ?? []
  return {
    types: number('Types'),
    instantiations: number('Instantiations'),
    memory: Math.round(number('Memory used') / 1_000),
    processor: Number(user) + Number(system),
    editor: await waitsOf(folder, 'src/screens/offers/OfferEditDialog.tsx', 'state.context.'),
  }
}

const many = (count: number) => count.toLocaleString('en')
const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`

const row = (name: string, { types, instantiations, memory, processor, editor }: Measured) => `${name}
  compiler  ${processor.toFixed(1)} s of processor time, ${many(memory)} MB, ${many(types)} types, ${many(instantiations)} instantiations
  editor    ${seconds(editor.opening)} to open a file; after an edit ${seconds(editor.quickInfo)} for quick info, ${seconds(editor.completion)} for completion, ${seconds(editor.mistakes)} for mistakes
`

const before = process.env['TYPES_BEFORE']
if (before !== undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'offerdesk-types-'))
  const tree = join(folder, 'tree')
  try {
    run('.', `git worktree add --detach ${tree} ${before}`)
    symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'))
    process.stdout.write(row(before, await measure(tree)))
  } finally {
    run('.', `git worktree remove --force ${tree}`)
    rmSync(folder, { recursive: true, force: true })
  }
}
process.stdout.write(row('now', await measure('.')))
