import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { check } from '../../contract/conformance/check'
import { CouldNotRun } from '../../contract/conformance/engine/errors'
import { accounts, startBackend } from './backend'
import { builtCommand, command, flagsOf } from './command'

const servers: { close(): unknown; closeAllConnections?: () => void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.()
    server.close()
  }
})

async function listening(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
const serving = async (answer: RequestListener) => `http://${await listening(createHttpServer(answer))}`

const account = { email: accounts.email, password: accounts.password }
const reason = (baseUrl: string, more = {}) =>
  check({ baseUrl, ...account, level: 'core', readOnly: false, seed: 1, requestTimeoutMs: 1_000, ...more }).then(
    () => 'it ran',
    (error: unknown) => (error instanceof CouldNotRun ? error.message : `another error: ${String(error)}`),
  )

test.each([
  { printed: 'the rules', args: ['--rules'], code: 0 },
  { printed: 'why it can not run', args: ['--base-url', 'http://127.0.0.1:9', ...flagsOf(account)], code: 2 },
])('who reads $printed no further does not end the check in its midst', async ({ args, code }) => {
  const env = { ...process.env, CI: '' }
  const child = spawn(process.execPath, [await builtCommand(), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => child.on('exit', (...how) => resolve(how)))
  // Nobody is there any more when the first of it is written.
  child.stdout.destroy()
  child.stderr.destroy()
  expect(await ended).toEqual([code, null])
})

describe('a server that can not be checked is told in one line', () => {
  test('a dead one', async () => {
    const gone = await serving(() => {})
    servers.pop()?.close()
    expect(await reason(gone)).toContain('nothing listens there')
  })

  test('one that never answers', async () => {
    expect(await reason(await serving(() => {}))).toContain('no answer within 1 s')
  })

  test('one that redirects', async () => {
    const url = await serving((_, response) =>
      response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
    )
    expect(await reason(url)).toContain('redirects to https://elsewhere.example/')
  })

  test('one that serves web pages', async () => {
    const url = await serving((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hello</title>'),
    )
    expect(await reason(url)).toContain('serves web pages')
  })

  test('one that does not speak TLS where it should', async () => {
    const url = await serving((_, response) => response.end())
    expect(await reason(url.replace('http:', 'https:'))).toMatch(/TLS/)
  })

  test('one that is no HTTP server', async () => {
    const host = await listening(createTcpServer((socket) => socket.end('220 smtp.example ready\r\n')))
    expect(await reason(`http://${host}`)).toContain('can not be checked')
  })

  test('one at another address', async () => {
    const served = await startBackend()
    expect(await reason(`${served.url}/somewhere/else`)).toContain('is it the right address?')
    await served.stop()
  })

  test('another server that says yes to everything', async () => {
    const url = await serving((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
    )
    expect(await reason(url)).toContain('is it the right address?')
  })

  test('one that answers with nothing', async () => {
    const url = await serving((_, response) => response.writeHead(200).end())
    expect(await reason(url)).toBe(`${url} answers status 200 with nothing in it; is it the right address?`)
  })

  test('one that answers byte by byte', async () => {
    const url = await serving((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 300)
      response.once('close', () => clearInterval(timer))
    })
    expect(await reason(url)).toMatch(/the answer did not end within 1 s, with [2-4] bytes so far$/)
  })

  test('one that answers with more than anybody reads', async () => {
    const url = await serving((_, response) => response.end(Buffer.alloc(51 * 1024 * 1024, 32)))
    expect(await reason(url, { requestTimeoutMs: 30_000 })).toContain('the answer is larger than 50 MB')
  })

  test.each([
    [24, '24 hours ahead of'],
    [-25, '25 hours behind'],
  ])('one whose clock is %i hours off', async (hours, said) => {
    const date = new Date(Date.now() + hours * 3_600_000).toUTCString()
    const url = await serving((_, response) =>
      response.writeHead(401, { date, 'content-type': 'application/json' }).end('{}'),
    )
    expect(await reason(url)).toContain(`is ${said} the one here`)
  })

  test('one with a certificate of its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'offerdesk-certificate-'))
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string]
    const made = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '1',
      '-subj',
      '/CN=127.0.0.1',
    ]
    execFileSync('openssl', made, { stdio: 'ignore' })
    const server = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
      response.end(),
    )
    rmSync(folder, { recursive: true })
    expect(await reason(`https://${await listening(server)}`)).toMatch(
      /TLS, .*; where it is its own, name its authority in NODE_EXTRA_CA_CERTS$/,
    )
  })

  test('one that refuses the password, or the token', async () => {
    const served = await startBackend()
    expect(await reason(served.url, { password: 'not it' })).toBe(
      'can not sign in as ann@one.example (status 401): Email or password is wrong',
    )
    const { email: _email, password: _password, ...options } = { ...account, token: 'never-given-out' }
    const withToken = check({ baseUrl: served.url, ...options, level: 'core', readOnly: false, seed: 1 })
    await expect(withToken).rejects.toThrow('does not take the token')
    await served.stop()
  })

  test('one that limits sign-ins for longer than a check can wait', async () => {
    const url = await serving((_, response) =>
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '600' })
        .end('{"success":false,"message":"Wait","error":{"code":"w","message":"Wait"}}'),
    )
    expect(await reason(url)).toContain('rate limited for 600 s')
  })

  test('one that dies on the way', async () => {
    const served = await startBackend((backend) => {
      const original = backend.respond.bind(backend)
      backend.respond = (asked) => {
        if (backend.requests.length > 60) void served.stop()
        return original(asked)
      }
    })
    expect(await reason(served.url)).toContain('does not answer any more')
  })
})

describe('the command', () => {
  const login = flagsOf(account)
  test.each([
    [['--base-url', 'ftp://x.example', ...login], '--base-url has to be an http or https address'],
    [['--base-url', 'http://x.example/api/v1', ...login], 'without /api/v1'],
    [login, '--base-url is missing'],
    [['--base-url', 'http://x.example'], '--email and --password are missing'],
    [['--base-url', 'http://x.example', ...login, '--level', 'most'], '--level has to be core or full'],
    [['--base-url', 'http://x.example', ...login, '--only', 'secrets'], '--only has to be of'],
    [['--base-url', 'http://x.example', ...login, '--only', ''], 'not nothing'],
    [['--base-url', 'http://x.example', ...login, '--seed', 'x'], '--seed has to be a whole number'],
    [['--base-url', 'http://x.example', ...login, '--report', 'pdf'], '--report has to be of'],
    [
      ['--base-url', 'http://x.example', ...login, '--out', '/proc/none'],
      '--out has to be a folder that can be written',
    ],
    [['--base-url', 'http://x.example', ...login, '--out', '/dev/null/none'], '--out has to be a folder that can be'],
    [['--nonsense'], "Unknown option '--nonsense'"],
    [['--base-url', 'http://127.0.0.1:9', ...login], 'nothing listens there'],
  ])('%j ends with exit code 2 and one line', async (args, line) => {
    const { code, stdout, stderr } = await command(args)
    expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 })
    expect(stderr).toContain(line)
  })
})
