import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import type { Report } from '../../../contract/extensions/reports'
import { readyMade } from '../../../contract/forms/reports'
import { daysLater } from '../../../contract/rules/days'
import { isTime, type Measure, measures } from '../../../contract/rules/measures'
import { campaigns } from '../../../server/db/schema/campaigns'
import { demo, startSomewhere } from '../http/start'
import { openShop } from '../shop'

const run = promisify(execFile)
const program = ['/usr/bin/soffice', '/usr/local/bin/soffice', process.env['SOFFICE'] ?? ''].find(
  (path) => path !== '' && existsSync(path),
)

/** What campaigns and offers may be called, and a spreadsheet program would run, or take for something else. */
const guarded: ReadonlySet<string> = new Set([
  '=1+1',
  '=HYPERLINK("https://a.example","x")',
  '+44 20 7946 0018',
  '-5% off',
  '@home',
  '007',
  '3/4',
  '1e5',
  '12:30',
  '5%',
  '$5',
  '1.500,00',
  '2026-03-01',
  'True',
])
const names = [...guarded, 'Spring, "best"; 2026', 'Größe – 日本', "'tis"]

interface Cell {
  type: string
  value: string | number
}

const text = (xml: string) =>
  [...xml.matchAll(/<text:p>(.*?)<\/text:p>/gs)]
    .map(([, line = '']) => line)
    .join('\n')
    .replaceAll(/<text:s[^>]*\/>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/** The cells of a table as LibreOffice keeps them, by what they are to it. */
function cellsOf(document: string): Cell[][] {
  const rows = [...document.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
      ([, own = '', inner]) => {
        const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(own)?.[1]
        const type = attribute('table:formula') ? 'formula' : (attribute('office:value-type') ?? 'empty')
        const value = attribute('office:value') ?? attribute('office:date-value')
        const shown = text(inner ?? '')
        const cell = { type, value: type === 'float' ? Number(value) : type === 'date' ? (value ?? '') : shown }
        // The rest of a row is one cell, repeated.
        const times = Number(attribute('table:number-columns-repeated') ?? 1)
        return times > 100 ? [] : Array.from({ length: times }, () => cell)
      },
    ),
  )
  return rows
    .map((row) => row.slice(0, row.findLastIndex(({ type }) => type !== 'empty') + 1))
    .filter((row) => row.length > 0)
}

const empty: Cell = { type: 'empty', value: '' }

function cellOf(measure: Measure, value: number | null | undefined): Cell {
  if (value === null || value === undefined) return empty
  return { type: 'float', value: measures[measure].unit === 'share' ? Math.round(value * 10_000) / 100 : value }
}

/** What would be run, or taken for a number or a date, begins with an apostrophe; all else is as it is. */
const shownAs = (name: string): Cell => ({ type: 'string', value: guarded.has(name) ? `'${name}` : name })

/** What is to be in the table of a report, beneath its head. */
const linesOf = (
  { measures: asked, dimensions }: Pick<(typeof readyMade)[number], 'measures' | 'dimensions'>,
  { totals, lines }: Report,
): Cell[][] =>
  (dimensions.length === 0 ? [{ keys: [], ...totals }] : lines).map(({ keys, values, before }) => {
    const row = [
      ...keys.map(({ dimension, id, name }) => (isTime(dimension) ? { type: 'date', value: id } : shownAs(name))),
      ...asked.flatMap((measure) => [cellOf(measure, values[measure]), cellOf(measure, before?.[measure])]),
    ]
    return row.slice(0, row.findLastIndex(({ type }) => type !== 'empty') + 1)
  })

const servers = program === undefined ? [] : await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

test.skipIf(program === undefined)(
  `RP-01 LibreOffice opens every ready-made report as it is, cell by cell${program === undefined ? ': it is not installed here' : ''}`,
  async () => {
    const [server] = servers
    if (server === undefined) return
    const token = await server.login(demo)
    const shop = await openShop(server, demo)
    const { orgId, call } = { ...shop, call: server.call }
    for (const name of names) {
      const campaignId = uuidv7()
      await server.database.tenant(orgId, (tx) => tx.insert(campaigns).values({ orgId, id: campaignId, name }))
      const offerId = await shop.addOffer(await shop.addProduct(10), {
        campaignId,
        displayName: name,
        basePriceCents: 1_999,
      })
      const body = shop.placement([{ offerId, unitPrice: 19.99 }], { campaignId })
      expect(await call('POST', '/orders', { token, body })).toMatchObject({ status: 200 })
    }
    const folder = await mkdtemp(join(tmpdir(), 'offerdesk-csv-'))
    const files = new Map<string, Cell[][]>()
    const today = new Date().toISOString().slice(0, 10)
    for (const { name, measures: asked, dimensions } of readyMade) {
      const period = { from: daysLater(today, -60), to: today, compare: 'previous' as const }
      const body = { organizationId: orgId, measures: asked, dimensions, ...period }
      const [report, csv] = [
        await call('POST', '/reports', { token, body }),
        await call('POST', '/reports/csv', { token, body }),
      ]
      const file = name.replaceAll(' ', '-')
      await writeFile(join(folder, `${file}.csv`), (csv.body as { text: string }).text)
      files.set(file, linesOf({ measures: asked, dimensions }, (report.body as { data: Report }).data))
    }
    const profile = `-env:UserInstallation=file://${folder}/profile`
    const sources = [...files.keys()].map((name) => join(folder, `${name}.csv`))
    // What the dialog of a person proposes for a file with such a mark: commas, quotes, UTF-8.
    const opened = '--infilter=CSV:44,34,76,1'
    await run(program ?? '', [profile, '--headless', opened, '--convert-to', 'fods', '--outdir', folder, ...sources])
    let cells = 0
    for (const [file, expected] of files) {
      const [head, ...lines] = cellsOf(await readFile(join(folder, `${file}.fods`), 'utf8'))
      expect({ file, types: new Set(head?.map(({ type }) => type)) }).toEqual({ file, types: new Set(['string']) })
      expect({ file, lines }).toEqual({ file, lines: expected })
      cells += expected.flat().length
    }
    console.log(
      `${files.size} reports, ${cells.toLocaleString('en')} cells: each is in LibreOffice what it is in the report`,
    )
    await rm(folder, { recursive: true })
  },
)
