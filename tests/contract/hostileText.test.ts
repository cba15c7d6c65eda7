import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { carrierOf } from '../../contract/carriers'
import { whyNoTemplate } from '../../contract/forms/mailTemplates'
import { readNumber } from '../../contract/forms/fields'
import { dayOrMoment, email, moment } from '../../contract/schemas'
import { ifMatch } from '../../contract/versions'
import { plainText } from '../../server/mail/plainText'

/** What reads text: a regular expression of the code, or a function whose expressions are made as it runs. */
interface Reader {
  name: string
  read: (text: string) => unknown
  /** Texts that it may be slow at, over and over. */
  pieces: string[]
}

/** As long as what somebody sends on purpose. */
const hostileLength = 100_000

/** What is read here is nobody's text: what our own code writes, what the server was started with, digits of a number. */
const elsewhere = [
  'contract/conformance/',
  'contract/openapi/',
  'machines/qa/',
  'server/docs/',
  'server/config.ts',
  'server/http/inlineHashes.ts',
  'server/http/preload.ts',
  'src/app/config.ts',
  'src/components/base/format.ts',
  'src/screens/payments/startPayment.ts',
]

interface Node {
  type?: string
  start?: number
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

/** Yields every node of a syntax tree. */
function* nodesOf(tree: unknown): Generator<Node> {
  if (typeof tree !== 'object' || tree === null) return
  // Of whatever the parser makes, only these parts are looked at.
  if ('type' in tree) yield tree as Node
  for (const child of Object.values(tree)) yield* nodesOf(child)
}

const sources = ['contract', 'machines', 'server', 'src']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .filter((file) => !elsewhere.some((folder) => file.startsWith(folder)))
  .map((file) => {
    const code = readFileSync(file, 'utf8')
    const lineOf = ({ start = 0 }: Node) => `${file}:${code.slice(0, start).split('\n').length}`
    return {
      lineOf,
      nodes: code.includes('RegExp') || code.includes('/') ? [...nodesOf(parseSync(file, code).program)] : [],
    }
  })

const common = [
  'a',
  'A',
  '0',
  ' ',
  '\n',
  '-',
  '.',
  '@',
  '<',
  '>',
  '"',
  "'",
  '&',
  '{',
  '}',
  '/',
  ':',
  '+',
  'é',
  '\u2028',
  'a.',
  'a-',
  'a ',
  '0,',
  '=?',
  '<p',
  '</p',
  '<head>',
  '\u0000',
]

/** What the expression itself names, and each two of that in a row: `<a`, `href=`, `{{`. */
function piecesOf(pattern: string): string[] {
  const words = pattern
    .replaceAll(/\(\?(?:<?[=!]|:|<\w+>)|\\[bBdDsSwW]|\\[pPu]\{[^}]*\}|\\u[0-9a-fA-F]{4}|\[(?:\\.|[^\]\\])*\]/g, '\n')
    .replaceAll(/\\(.)/g, '$1')
    .split(/[\n()|*+?^$]+/)
    .filter((word) => word !== '')
    .slice(0, 12)
  return [
    ...words,
    ...words.slice(1).map((word, index) => `${words[index] ?? ''}${word}`),
    ...words.map((word) => `${word} `),
  ]
}

const literals: Reader[] = sources.flatMap(({ lineOf, nodes }) =>
  nodes.flatMap((node) => {
    if (!node.regex) return []
    const { pattern, flags } = node.regex
    // Sought at every place, as `replaceAll` and `matchAll` do, whether or not it is here.
    const expression = new RegExp(pattern, /[gy]/.test(flags) ? flags : `${flags}g`)
    const read = (text: string) => text.replace(expression, '')
    return [{ name: `${lineOf(node)} /${pattern}/${flags}`, read, pieces: piecesOf(pattern) }]
  }),
)

/** Expressions that no literal shows. */
const others: Reader[] = [
  { name: 'readNumber', read: readNumber, pieces: ['1', '1,', '111,', '1.1'] },
  { name: 'carrierOf', read: carrierOf, pieces: ['1Z', 'T0', 'AA'] },
  { name: 'if-match', read: (text) => ifMatch['if-match'].safeParse(text), pieces: ['"', '"",', 'W/""'] },
  {
    name: 'plainText',
    read: plainText,
    pieces: ['<p', '<a href="', "<a href='>", '<a href=">', '<!--', '<style>', '</a', '<a>'],
  },
  { name: 'whyNoTemplate', read: whyNoTemplate, pieces: ['{{', '{{a', '{{a}', '{{order_id}}'] },
  { name: 'email', read: (text) => z.safeParse(email, text), pieces: ['a@', 'a.', '@a.', 'a-.'] },
  { name: 'moment', read: (text) => z.safeParse(moment, text), pieces: ['2026-', '00:', '.0'] },
  { name: 'dayOrMoment', read: (text) => z.safeParse(dayOrMoment, text), pieces: ['2026-01-01'] },
]

/** Files that make expressions as they run. What is made there is among `others`, but of the inspector's: of its own names alone. */
const madeInFiles = [
  'contract/carriers.ts',
  'contract/versions.ts',
  'contract/forms/fields.ts',
  'src/screens/inspector/scene.ts',
  'src/screens/inspector/controls/control.ts',
]

/** Milliseconds of the processor, and not of the clock: others may have the machine. */
function cost(read: Reader['read'], text: string): number {
  const before = process.cpuUsage()
  read(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Below this nobody waits. */
const enoughToMeasure = 25

/**
 * Whether reading takes more than in proportion: eight times the text takes eight times as long where every character is
 * looked at a bounded number of times, and 64 times as long where every character is looked at from every other. What
 * lies between is the machine's: it is busy, or tidies up meanwhile.
 */
function isSlowAt(read: Reader['read'], textOf: (length: number) => string): boolean {
  for (const length of [48, 1_000, 10_000, hostileLength]) {
    const whole = () => cost(read, textOf(length))
    if (whole() < enoughToMeasure) continue
    const eighth = () => cost(read, textOf(length / 8))
    // The least of several, as a machine that is busy, or tidies up meanwhile, adds to any of them.
    const least = (measured: () => number) => Math.min(...[0, 1, 2, 3, 4].map(measured))
    if (least(whole) / Math.max(least(eighth), 0.01) > 24) return true
  }
  return false
}

test('what makes expressions as it runs is known', () => {
  const found = sources.flatMap(({ lineOf, nodes }) =>
    nodes.filter(({ type, callee }) => type === 'NewExpression' && callee?.name === 'RegExp').map(lineOf),
  )
  expect([...new Set(found.map((place) => place.replace(/:\d+$/, '')))]).toEqual(madeInFiles)
  expect(literals.length).toBeGreaterThan(100)
})

test('no expression takes more than in proportion to what somebody types, however long and hostile it is', () => {
  const slow = [...literals, ...others].flatMap(({ name, read, pieces }) =>
    [...new Set([...common, ...pieces])]
      .filter((piece) =>
        ['', '!'].some((end) => isSlowAt(read, (length) => `${piece.repeat(length / piece.length)}${end}`)),
      )
      .slice(0, 1)
      .map((piece) => `${name} at ${JSON.stringify(piece)}`),
  )
  expect(slow).toEqual([])
})
