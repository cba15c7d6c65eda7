import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const text = read('docs/security.md')

const statuses = ['holds', 'holds by the operator', 'not applicable', 'does not hold'] as const

/** The rows of the items: number, what it asks, status, proof. */
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, item = '', , status = '', proof = '']) => ({ item, status, proof }),
)
/** The figures of a line of the summary; a cell of nothing is none. */
const figuresOf = (line: string) => [...line.matchAll(/\| (\d*)(?= )/g)].map(([, figure]) => Number(figure))

/** What a cell names: each file, with the words of the titles that follow it. */
const named = [...text.matchAll(/`([\w./-]+\.\w+)`((?:,? “[^”]+”)*)/g)].map(([, file = '', titles = '']) => ({
  file,
  titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
}))

test('every item of level 1 and 2 is there once, in their order', () => {
  expect(rows.map(({ item }) => item)).toEqual(read('tests/docs/asvsItems.txt').trimEnd().split('\n'))
})

test('every item has a status, and what it comes from', () => {
  for (const { item, status, proof } of rows) {
    expect([item, statuses]).toEqual([item, expect.arrayContaining([status])])
    expect([item, proof.trim() === '']).toEqual([item, false])
    // What holds is shown by something that can be looked at.
    if (status === 'holds') expect([item, proof]).toEqual([item, expect.stringMatching(/`[^`]+`|\]\(#/)])
  }
})

test('the summary has the figures of the rows', () => {
  const counted = (of: typeof rows) => statuses.map((status) => of.filter((row) => row.status === status).length)
  const [held, byOperator, notApplicable, open] = counted(rows)
  expect(text).toContain(
    `Of ${rows.length} items **${held}** hold, **${byOperator}** hold by the operator, **${notApplicable}** are not applicable, and **${open}** do not hold.`,
  )
  const chapters = [...text.matchAll(/^\| V(\d+) [^|]*(\|.*\|)$/gm)]
  expect(chapters.length).toBe(17)
  for (const [, chapter = '', figures = ''] of chapters) {
    const ofChapter = rows.filter(({ item }) => item.startsWith(`${chapter}.`))
    expect([chapter, figuresOf(figures)]).toEqual([chapter, counted(ofChapter)])
  }
})

test('every file that is named is there, and has the titles that are named', () => {
  const files = named.filter(({ file }) => file.includes('/') || existsSync(join(root, file)))
  expect(files.length).toBeGreaterThan(100)
  for (const { file, titles } of files) {
    // A folder of data, a file that the server makes, and addresses are no files of ours.
    if (/^(?:DATA_DIR|\/)/.test(file)) continue
    expect([file, existsSync(join(root, file))]).toEqual([file, true])
    const content = titles.length === 0 ? '' : read(file).replaceAll("\\'", "'")
    for (const title of titles) expect([file, title, content.includes(title)]).toEqual([file, title, true])
  }
})

test('every item that does not hold is among the known gaps', () => {
  const gaps = text.slice(text.indexOf('## Known gaps'), text.indexOf('## For whoever runs it'))
  for (const { item, status } of rows) if (status === 'does not hold') expect(gaps).toContain(item)
})

test('every library comes from the one registry, with its checksum', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { resolved?: string; integrity?: string }>
  }
  const libraries = Object.entries(packages).filter(([path]) => path !== '')
  expect(libraries.length).toBeGreaterThan(300)
  for (const [path, { resolved, integrity }] of libraries) {
    // Without an address it is the registry that npm is set to.
    expect([path, resolved ?? '']).toEqual([path, expect.stringMatching(/^(?:https:\/\/registry\.npmjs\.org\/|$)/)])
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)])
  }
})
