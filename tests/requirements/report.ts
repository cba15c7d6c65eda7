import { fileURLToPath } from 'node:url'
import { outliveReaders } from '../../contract/outliveReaders'
import ids from './ids.json'
import { allTitles, idsIn, type TestTitle } from './titles'

const help = `npm run requirements

Prints each requirement with the tests that prove it. Exit code 1 when one has none, or only such as EVERY_WAY=1 npm test runs.
`

outliveReaders()
const [asked] = process.argv.slice(2)
if (asked === '--help' || asked === '-h') {
  process.stdout.write(help)
  process.exit(0)
}
if (asked !== undefined) {
  process.stderr.write(`npm run requirements: there is no ${asked}; it takes nothing but --help\n`)
  process.exit(2)
}

const proofs = new Map<string, TestTitle[]>()
for (const test of allTitles(fileURLToPath(new URL('../../', import.meta.url)))) {
  for (const id of idsIn(test.title)) proofs.set(id, [...(proofs.get(id) ?? []), test])
}

const missing: string[] = []
for (const [id, about] of Object.entries(ids.now)) {
  const tests = proofs.get(id) ?? []
  if (tests.every(({ isRare }) => isRare)) missing.push(id)
  process.stdout.write(`${id}  ${about}\n`)
  for (const { file, line, title, isRare } of tests)
    process.stdout.write(`       ${file}:${line}  ${title}${isRare ? ' (every way)' : ''}\n`)
}
for (const [id, why] of Object.entries<string>(ids.later)) process.stdout.write(`${id}  later: ${why}\n`)

const total = Object.keys(ids.now).length
process.stdout.write(`\n${total - missing.length} of ${total} requirements have a test\n`)
if (missing.length > 0) {
  process.stderr.write(`No test of an ordinary run names ${missing.join(', ')}\n`)
  process.exitCode = 1
}
