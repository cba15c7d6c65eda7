import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../../contract'
import { openapi } from '../../contract/openapi/document'
import type { RouteMetadata } from '../../contract/schemas'
import type { AppRoute } from '../../contract/client/tsRest'
import type { Operation } from '../../contract/openapi/types'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'offerdesk-openapi-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const document = openapi()
const routes: AppRoute[] = Object.values(contract).flatMap((resource) => Object.values(resource))
const operations = routes.map((route): [string, AppRoute, Operation | undefined] => {
  const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
  return [`${route.method} ${path}`, route, document.paths[path]?.[route.method.toLowerCase()]]
})
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'contract/openapi/main.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    timeout: 30_000,
  })

test("Redocly's linter finds no error in the OpenAPI document", () => {
  const file = join(folder, 'openapi.json')
  expect(run('--out', file)).toMatchObject({ status: 0, stderr: '' })
  // The path of a payment token is the specification's, and no order has the id `token`.
  const rules = ['--extends=recommended', '--skip-rule=no-ambiguous-paths']
  const report = JSON.parse(
    execFileSync(join(root, 'node_modules/.bin/redocly'), ['lint', '--format=json', ...rules, file], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    }),
  ) as { totals: { errors: number; warnings: number } }
  expect(report.totals).toMatchObject({ errors: 0, warnings: 0 })
})

test('docs/openapi.json is what the contract says; npm run openapi writes it anew', () => {
  expect(JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'))).toEqual(document)
})

test.each(operations)('%s is in the document, with its level and who may call it', (_name, route, operation) => {
  const { level, auth } = route.metadata as RouteMetadata
  expect(operation).toMatchObject({ 'x-level': level, summary: route.summary })
  expect(operation?.security).toEqual(auth === 'public' ? [] : auth === 'telephone' ? [{ telephone: [] }] : undefined)
  expect(Object.keys(operation?.responses ?? {})).toEqual(Object.keys(route.responses))
})

test('the document has no call that the contract does not have', () => {
  const all = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(all).toHaveLength(routes.length)
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(routes.length)
})

test.each(operations)('%s: the examples satisfy the schemas of the contract', (_name, route, operation) => {
  const satisfies = (schema: unknown, example: unknown) => {
    if (schema instanceof z.ZodMiniType) expect(z.safeParse(schema, example).error).toBeUndefined()
  }
  const content = operation?.requestBody?.content['application/json']
  if (content && 'body' in route) satisfies(route.body, content.example)
  for (const [status, answer] of Object.entries(operation?.responses ?? {})) {
    const media = answer.content?.['application/json']
    if (media) satisfies(route.responses[Number(status)], media.example)
  }
  for (const place of ['path', 'query'] as const) {
    const parameters = (operation?.parameters ?? []).filter((parameter) => parameter.in === place)
    const values = Object.fromEntries(parameters.map(({ name, example }) => [name, example]))
    satisfies(place === 'path' ? route.pathParams : route.query, values)
  }
})

test.each(operations)(
  '%s: a record that is answered has the id that the path or other records call it by',
  (_name, _route, operation) => {
    const idOf = (name: string) =>
      operations.flatMap(([, , each]) => each?.parameters ?? []).find((each) => each.name === name)?.example
    const owners: Record<string, string> = {
      Campaign: 'campaignId',
      Offer: 'offerId',
      Customer: 'customerId',
      Product: 'productId',
      SheetImport: 'importId',
      Organization: 'organizationId',
    }
    for (const answer of Object.values(operation?.responses ?? {})) {
      const media = answer.content?.['application/json']
      const data = document.components.schemas[media?.schema.$ref?.split('/').at(-1) ?? '']?.properties?.['data']
      const ref = (data?.items ?? data)?.$ref?.split('/').at(-1) ?? ''
      const owner = owners[ref]
      if (!owner || !media) continue
      const [record] = [(media.example as { data: { id: string } | { id: string }[] }).data].flat()
      expect(record?.id).toBe(idOf(owner))
    }
  },
)

test('a refusal has an example of its own, which says what its status says', () => {
  const examples = Object.values(document.components.responses).map(
    (answer) => answer.content?.['application/json']?.example,
  )
  expect(new Set(examples.map((each) => JSON.stringify(each))).size).toBe(examples.length)
  expect(document.components.responses['Unauthorized']?.content?.['application/json']?.example).toMatchObject({
    error: { code: 'unauthorized' },
  })
})

test('no schema is empty, closed to further fields, or an object within another that has no name', () => {
  const faults: string[] = []
  const look = (value: unknown, path: string, isTop: boolean) => {
    if (typeof value !== 'object' || value === null) return
    const schema = value as Record<string, unknown>
    if (!Array.isArray(value) && Object.keys(schema).length === 0 && !path.endsWith('.properties')) faults.push(path)
    if (schema['additionalProperties'] === false) faults.push(`${path} is closed`)
    if (!isTop && schema['type'] === 'object' && schema['properties']) faults.push(`${path} has no name`)
    for (const [key, part] of Object.entries(schema)) look(part, `${path}.${key}`, false)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name, true)
  expect(faults).toEqual([])
})

test('every reference leads somewhere', () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
  expect(refs.length).toBeGreaterThan(100)
  const { schemas, responses } = document.components
  const missing = refs.filter(([, kind, name = '']) => !(name in (kind === 'schemas' ? schemas : responses)))
  expect(missing).toEqual([])
})

test('npm run openapi says how it is used, and refuses what it does not know in one line', () => {
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--out FILE') })
  for (const args of [['--wrong'], ['--out'], ['more'], ['--out', '/nowhere/openapi.json']]) {
    const { status, stderr } = run(...args)
    expect([status, stderr.trim().split('\n').length]).toEqual([2, 1])
  }
})
