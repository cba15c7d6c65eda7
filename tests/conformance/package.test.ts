import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allCalls, callsOf } from '../../contract/conformance/engine/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'offerdesk-package-'))
const team = join(folder, 'team')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (command: string, args: string[], cwd: string) =>
  spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 60_000, env: { ...process.env, NO_COLOR: '1' } })
const bin = (...args: string[]) => run(join(team, 'node_modules/.bin/offerdesk-conformance'), args, team)

beforeAll(() => {
  const build = join(folder, 'package')
  execFileSync(process.execPath, ['--import', 'tsx', 'contract/conformance/package/build.ts', '--out', build], {
    cwd: root,
  })
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: build, stdio: 'ignore' })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  mkdirSync(team)
  writeFileSync(join(team, 'package.json'), JSON.stringify({ name: 'team', private: true, type: 'module' }))
  const install = run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], team)
  expect([install.status, install.stderr.includes('ERR')]).toEqual([0, false])
})

test('the package installs into an empty folder without a registry, and brings none of our dependencies', () => {
  expect(readdirSync(join(team, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'offerdesk-conformance',
  ])
})

test('its command tells its version and how it is used', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(bin('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
  expect(bin('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('  offerdesk-conformance --base-url'),
    stderr: '',
  })
  expect(bin('--rules')).toMatchObject({ status: 0, stdout: expect.stringContaining('|'), stderr: '' })
})

test('its command ends with 2 and one line when the server can not be reached or a flag is unknown', () => {
  const account = ['--email', 'a@b.example', '--password', 'p']
  for (const args of [['--base-url', 'http://127.0.0.1:9', ...account], ['--wrong']]) {
    const { status, stderr } = bin(...args)
    expect([status, stderr.trim().split('\n').length]).toEqual([2, 1])
  }
})

test('it carries the OpenAPI document and the client as a module', () => {
  const code = `
    import { contract, createClient, openapi } from 'offerdesk-conformance'
    import document from 'offerdesk-conformance/openapi.json' with { type: 'json' }
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', getToken: () => null })
    console.log(JSON.stringify([typeof client.users.me, contract.users.me.path, document.openapi, openapi().openapi]))`
  const { stdout } = run(process.execPath, ['--input-type=module', '--eval', code], team)
  expect(JSON.parse(stdout)).toEqual(['function', '/api/v1/users/me', '3.1.0', '3.1.0'])
})

test('it carries the schema of the report and the list of what level full asks for', () => {
  const part = (name: string) => readFileSync(join(team, 'node_modules/offerdesk-conformance', name), 'utf8')
  const schema = JSON.parse(part('report.schema.json')) as { properties: object }
  expect(Object.keys(schema.properties)).toContain('findings')
  const levels = part('LEVELS.md')
  expect(allCalls.filter(({ level }) => level === 'core')).toHaveLength(20)
  for (const { name } of callsOf('full')) expect(levels).toContain(`\`${name}\``)
  expect(part('README.md')).toContain('LEVELS.md')
})

test.each(['bundler', 'nodenext'])('the types of its client hold what a call answers (%s)', (resolution) => {
  writeFileSync(
    join(team, 'use.ts'),
    `import { createClient, type Offer, searchPage } from 'offerdesk-conformance'
    const client = createClient({ baseUrl: '', getToken: () => null })
    const { rows } = await searchPage(client, { organizationId: '1', resource: 'offers' })
    export const offers: Offer[] = rows
    // @ts-expect-error: there is no such resource
    await searchPage(client, { organizationId: '1', resource: 'offerz' })
    const answer = await client.campaigns.get({ params: { campaignId: '1' }, query: {} })
    // @ts-expect-error: a campaign has no such field
    export const name = answer.status === 200 ? answer.body.data.nam : ''
  `,
  )
  const tsc = join(root, 'node_modules/.bin/tsc')
  const target = [
    '--target',
    'es2023',
    '--lib',
    'es2023,dom',
    '--module',
    resolution === 'bundler' ? 'esnext' : resolution,
  ]
  const args = ['--noEmit', '--strict', '--skipLibCheck', ...target, '--moduleResolution', resolution, 'use.ts']
  expect(existsSync(tsc)).toBe(true)
  expect(run(tsc, args, team).stdout).toBe('')
})
