import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { commandNames, runProgram } from '../../server/cli/program'
import { readConfig, settingNames } from '../../server/config'
import { readGuide } from '../figures/operate/guide'
import { hasNginx, selfSigned, writeSite } from '../figures/operate/nginx'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const guide = read('docs/running.md')
const [dockerfile, compose] = [read('Dockerfile'), read('compose.yaml')]
const { scripts, version } = JSON.parse(read('package.json')) as { scripts: Record<string, string>; version: string }

const blocks = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind, text = '']) => ({ kind, text }))
const ini = blocks.filter(({ kind }) => kind === 'ini').map(({ text }) => text)

test('the guide and the files of containers name only commands that there are', () => {
  const called = [...guide.matchAll(/(?:^|`|\/env )offerdesk ([a-z]+)/gm)].map(([, name = '']) => name)
  expect(called.length).toBeGreaterThan(10)
  const inContainers = [...`${dockerfile}${compose}`.matchAll(/(?:CMD \["|command: \[)(\w+)/g)].map(
    ([, name = '']) => name,
  )
  expect(inContainers.toSorted()).toEqual(['serve', 'serve', 'worker'])
  expect([...called, ...inContainers].filter((name) => !commandNames.includes(name))).toEqual([])
})

test('every command of the guide is called as it takes it', async () => {
  const lines = blocks.filter(({ kind }) => kind === 'sh').flatMap(({ text }) => text.match(/^offerdesk .*$/gm) ?? [])
  expect(lines.length).toBeGreaterThan(8)
  const silence = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => silence.mockRestore())
  for (const line of lines) {
    const words = [...(line.split(' | ')[0] ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    )
    // Asked for its help, a command reads its other options and does nothing.
    if (!words.includes('--help')) expect([line, await runProgram([...words.slice(1), '--help'])]).toEqual([line, 0])
  }
})

test.skipIf(!hasNginx)('nginx reads the file of the guide, before one server and before three', () => {
  const folder = mkdtempSync(join(tmpdir(), 'offerdesk-nginx-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  selfSigned('desk.example', join(folder, 'desk.example/fullchain.pem'), join(folder, 'desk.example/privkey.pem'))
  const here = readGuide([{ written: '/etc/letsencrypt/live', here: folder, why: 'a certificate of our own' }])
  const one = here.file('/etc/nginx/sites-enabled/offerdesk')
  const three = one.replace(/upstream offerdesk \{[\s\S]*?\n\}\n/, here.block('Many nodes', 'nginx'))
  expect(three.match(/server 127\.0\.0\.1:/g)).toHaveLength(3)
  for (const site of [one, three]) writeSite(folder, site)
})

test('the settings of the guide and of the containers are settings, and can be read', () => {
  const [settings = ''] = ini
  const given = Object.fromEntries(
    [...settings.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  expect(Object.keys(given).filter((name) => !settingNames.includes(name))).toEqual([])
  expect(readConfig(given)).toMatchObject({ isProduction: true, signUp: 'invitation', trustProxy: ['loopback'] })
  const inCompose = [
    ...(/environment: &settings\n((?: {4}.*\n)+)/.exec(compose)?.[1]?.matchAll(/^ {4}(\w+):/gm) ?? []),
  ].map(([, name = '']) => name)
  const inDockerfile = [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name)
  expect(inCompose.length).toBeGreaterThan(5)
  const isOurs = (name: string) => settingNames.includes(name) || name === 'PGPASSWORD'
  expect([...inCompose, ...inDockerfile].filter((name) => !isOurs(name))).toEqual([])
  const named = [...guide.matchAll(/`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name)
  // Those are OpenTelemetry's, Node's and the database's own.
  const others = /^(?:OTEL_|NODE_COMPILE_CACHE$|POSTGRES_PASSWORD$)/
  expect(named.filter((name) => !settingNames.includes(name) && !others.test(name))).toEqual([])
})

test('what the guide and the containers copy, link and run is there', () => {
  expect(guide).toContain(`offerdesk-${version}.tgz`)
  for (const [, link = ''] of guide.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
    expect([link, existsSync(join(root, 'docs', link))]).toEqual([link, true])
  }
  for (const [, copied = ''] of dockerfile.matchAll(/^COPY (?!--)(.*) \S+$/gm)) {
    for (const file of copied.split(' ')) expect([file, existsSync(join(root, file))]).toEqual([file, true])
  }
  for (const [, script = ''] of dockerfile.matchAll(/npm run (\w+)/g)) expect(scripts).toHaveProperty(script)
  expect(read('vite/server.config.ts')).toContain('dist/server')
})

test('README lists every setting', () => {
  const readme = read('README.md')
  const rows = [...readme.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)]
  const listed = new Set(rows.flatMap(([, names = '']) => names.replaceAll('`', '').split(', ')))
  expect(settingNames.filter((name) => !listed.has(name))).toEqual([])
})
