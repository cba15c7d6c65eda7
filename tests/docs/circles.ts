import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

/** One file's import of another; both are named from the root on. */
interface Import {
  from: string
  line: number
  to: string
}

const folders = ['contract', 'machines', 'src', 'server', 'tests', 'vite']
const endings = ['', '.ts', '.tsx', '/index.ts']

/** oxlint's import/no-cycle sees the first three of these, and neither import() nor import('…') as a type. */
const importing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

/** Yields what a syntax tree imports, with the place of each import in the text. */
function* importedIn(node: unknown): Generator<{ path: string; start: number }> {
  if (typeof node !== 'object' || node === null) return
  const { type = '', source, start = 0 }: { type?: string; source?: { value?: unknown } | null; start?: number } = node
  if (importing.has(type) && typeof source?.value === 'string') yield { path: source.value, start }
  for (const child of Object.values(node)) yield* importedIn(child)
}

/** Every import of one file below the root by another. */
export function importsBelow(root: string): Import[] {
  const files = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.(?:tsx?|m?js)$/.test(file) && !file.includes('node_modules'))
  const known = new Set(files)
  return files.flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8')
    return [...importedIn(parseSync(from, text).program)].flatMap(({ path, start }) => {
      const to = endings.map((ending) => `${join(dirname(from), path)}${ending}`).find((file) => known.has(file))
      return to === undefined || !path.startsWith('.')
        ? []
        : [{ from, line: text.slice(0, start).split('\n').length, to }]
    })
  })
}

/** The shortest way from a file back to itself. */
function shortestCircle(file: string, importsOf: ReadonlyMap<string, Import[]>): Import[] | undefined {
  const ways = (importsOf.get(file) ?? []).map((first) => [first])
  const seen = new Set<string>()
  for (const way of ways) {
    const last = way.at(-1)?.to ?? file
    if (last === file) return way
    if (seen.has(last)) continue
    seen.add(last)
    for (const next of importsOf.get(last) ?? []) ways.push([...way, next])
  }
  return undefined
}

/** The shortest circle of every file that is in one; a circle of several files is told once. */
export function circlesOf(imports: readonly Import[]): Import[][] {
  const importsOf = new Map<string, Import[]>()
  for (const each of imports) {
    const others = importsOf.get(each.from)
    if (others) others.push(each)
    else importsOf.set(each.from, [each])
  }
  const circles = new Map<string, Import[]>()
  for (const file of [...importsOf.keys()].toSorted()) {
    const circle = shortestCircle(file, importsOf)
    const files = circle?.map(({ from }) => from).toSorted()
    if (circle && files && !circles.has(files.join())) circles.set(files.join(), circle)
  }
  return [...circles.values()]
}

export const lines = (circle: readonly Import[]): string =>
  circle.map(({ from, line, to }) => `${from}:${line} imports ${to}\n`).join('')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const circles = circlesOf(importsBelow(fileURLToPath(new URL('../../', import.meta.url))))
  process.stdout.write(circles.map(lines).join('\n'))
  if (circles.length > 0) process.stderr.write(`\n${circles.length} circles of files\n`)
  process.exitCode = circles.length > 0 ? 1 : 0
}
