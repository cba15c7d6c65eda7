import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openapi } from '../../../contract/openapi/document'
import { docsPage } from '../../../server/docs/page'
import { serveDocs } from '../../../server/http/docs'
import { secure } from '../../../server/http/security'
import Fastify from 'fastify'

const document = openapi()
const app = Fastify()
beforeAll(async () => {
  await secure(app)
  serveDocs(app)
})
afterAll(() => app.close())

const get = async (url: string) => app.inject({ url })

test('/api/openapi.json is the contract', async () => {
  const { headers, statusCode, body } = await get('/api/openapi.json')
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(JSON.parse(body)).toEqual(document)
})

test('/api/docs shows every call and every schema, and each link within the page leads somewhere', async () => {
  const { headers, body } = await get('/api/docs')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const calls = Object.values(document.paths).flatMap((path) => Object.values(path))
  for (const { operationId } of calls) expect(ids).toContain(operationId)
  // Each is a landmark of this name.
  expect(new Set(calls.map(({ summary }) => summary)).size).toBe(calls.length)
  for (const name of Object.keys(document.components.schemas)) expect(ids).toContain(`schema-${name}`)
  for (const [, target] of body.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target)
})

test('/api/docs keeps the strict content security policy: no script and no style but a file of its own', async () => {
  const { headers, body } = await get('/api/docs')
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/i)
  expect(body.match(/<script.*?<\/script>/gs)).toEqual(['<script src="/api/docs/docs.js" defer></script>'])
  const script = await get('/api/docs/docs.js')
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(script.body).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/)
  expect([...body.matchAll(/<link rel="stylesheet"[^>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/api/docs/docs.css',
  ])
  expect((await get('/api/docs/docs.css')).headers['content-type']).toBe('text/css; charset=utf-8')
})

test('/api/docs finds calls by words and by level', async () => {
  const articles = async (query: string) =>
    [...(await get(`/api/docs?${query}`)).body.matchAll(/<article\s+id="(\w+)"([^>]*)>/g)].flatMap(
      ([, id, rest = '']) => (/\shidden\s*$/.test(rest) ? [] : [id]),
    )
  expect(await articles('q=login')).toEqual([
    'usersLogin',
    'usersTakeSecondStep',
    'usersAskPasskey',
    'usersTakePasskey',
  ])
  expect(await articles('q=put+offers%2F')).toEqual(['offersUpdate'])
  expect(await articles('q=post+pluginInstanceId')).toEqual(['autorespondersCreateEmail'])
  expect(await articles('q=no+call+has+zebras')).toEqual([])
  expect(await articles('level=extension')).toContain('usersLogout')
  expect(await articles('level=extension')).not.toContain('usersLogin')
  expect((await articles('level=wrong&q=a&q=b')).length).toBe((await articles('')).length)
})

test('/api/docs escapes whatever it shows', async () => {
  const hostile = `"><script>alert('1')</script>`
  const { body } = await get(`/api/docs?q=${encodeURIComponent(hostile)}`)
  expect(body).toContain('&quot;&gt;&lt;script&gt;')
  expect(body).not.toContain('<script>')
  const hostileDocument = JSON.parse(JSON.stringify(document).replaceAll('Sign in', '<b>&amp;'))
  const page = docsPage(hostileDocument, { q: '', level: '' }, 'http://localhost')
  expect(page).toContain('&lt;b&gt;&amp;amp;')
  expect(page).not.toContain('<b>')
})

test('/api/docs has every call as a command that a shell takes as it is, for this server', async () => {
  const { body } = await app.inject({ url: '/api/docs', headers: { host: 'desk.example:3000' } })
  const commands = [...body.matchAll(/<code>(curl.*?)<\/code>/gs)].map(([, text = '']) =>
    text
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )
  expect(commands).toHaveLength(Object.values(document.paths).flatMap((path) => Object.keys(path)).length)
  for (const command of commands) {
    expect(command).toContain("'http://desk.example:3000/api/v1/")
    expect(command).not.toMatch(/[{]\w+[}]'/)
    // Read, not run.
    execFileSync('sh', ['-nc', command])
  }
  const login = commands.find((command) => command.includes('/users/login')) ?? ''
  expect(login).not.toContain('TOKEN')
  expect(commands.find((command) => command.includes('/users/me'))).toContain('-H "Authorization: Bearer $TOKEN"')
})
