import { afterAll, expect, test } from 'vitest'
import { runProgram } from '../../../server/cli/program'
import { settingsOfDatabase } from '../../../server/cli/settings'
import { openDatabase } from '../../../server/db/database'
import { startOn } from '../http/start'
import { scratchDatabase } from '../postgres'
import { offerdesk } from './program'

const scratch = await scratchDatabase()
afterAll(() => scratch.stop())
const env = { DATA_DIR: scratch.dataDir, DATABASE_URL: scratch.databaseUrl ?? '' }
const run = (args: string[], typed = '') => offerdesk(args, env, typed)

test.each([
  [['fly'], 'there is no command fly; see offerdesk --help'],
  [['constructor'], 'there is no command constructor; see offerdesk --help'],
  [['--fast'], 'there is no option --fast; see offerdesk serve --help'],
  [['serve', 'now'], 'now is too much; see offerdesk serve --help'],
  [['migrate', '--print-roles=yes'], '--print-roles is followed by nothing; see offerdesk migrate --help'],
  [['migrate', '--for', 'x'], '--for goes with --print-roles; see offerdesk migrate --help'],
  [['user'], 'nothing to do; see offerdesk user --help'],
  [['user', 'fly'], 'there is no user fly; see offerdesk user --help'],
  [['user', 'make'], 'EMAIL is missing; see offerdesk user --help'],
  [['user', 'make', 'a@b.example', '--name', 'Ada'], '--organization is missing; see offerdesk user --help'],
  [['user', 'make', 'a@b.example', '--name'], '--name is followed by NAME; see offerdesk user --help'],
  [['user', 'disable', 'a@b.example', '--name', 'Ada'], 'disable takes no options; see offerdesk user --help'],
  [['mails'], 'nothing to do; see offerdesk mails --help'],
  [['mails', 'read'], 'there is no mails read; see offerdesk mails --help'],
  [['restore', 'a.backup', '--send-mails=no'], '--send-mails is followed by nothing; see offerdesk restore --help'],
  [['organization', 'make', 'Moss'], '--owner is missing; see offerdesk organization --help'],
  [['organization', 'list', 'all'], 'all is too much; see offerdesk organization --help'],
])('%j is no way to call it: one line', async (args, message) => {
  await expect(runProgram(args)).rejects.toThrow(new RegExp(`^${message.replaceAll('.', String.raw`\.`)}$`))
})

test('a command that is given no database makes none where it was called', () => {
  const folder = '.data/postgres'
  expect(() => settingsOfDatabase({}, (path) => path !== folder)).toThrow(
    /^DATABASE_URL: no database is named, and \.data has none; load the settings of the server first, /,
  )
  // Where one is, or a folder is named, it is that one.
  expect(settingsOfDatabase({}, (path) => path === folder).dataDir).toBe('.data')
  expect(settingsOfDatabase({ DATA_DIR: '/srv/desk' }, () => false).dataDir).toBe('/srv/desk')
  expect(settingsOfDatabase({ DATABASE_URL: 'postgresql://a@b/c' }, () => false).databaseUrl).toBeDefined()
})

test('a wrong use ends with 2 and one line; --help and --version say what they are asked for', async () => {
  expect(await offerdesk(['fly'])).toEqual({
    code: 2,
    said: 'offerdesk: there is no command fly; see offerdesk --help\n',
  })
  expect(await offerdesk(['--version'])).toEqual({ code: 0, said: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  const { code, said } = await offerdesk(['--help'])
  expect(code).toBe(0)
  for (const [, name = ''] of said.matchAll(/^ {2}([a-z]+) /gm)) {
    expect(await offerdesk([name, '--help'])).toEqual({
      code: 0,
      said: expect.stringMatching(new RegExp(`^Usage: offerdesk ${name}\\b`)),
    })
  }
})

test('US-01 the first owner is made, signs in, is given another password, kept out, and let in again', async () => {
  expect(await run(['migrate'])).toMatchObject({
    code: 0,
    said: expect.stringMatching(/: the database is up to date\.\n$/),
  })
  expect(await run(['organization', 'list'])).toMatchObject({
    said: expect.stringMatching(/^There is no organization yet/),
  })
  const email = 'ada@moss.example'
  const make = ['user', 'make', 'Ada@Moss.example', '--name', 'Ada Moss', '--organization', 'Moss & Sons']
  expect(await run(make, 'password\n')).toEqual({
    code: 2,
    said: expect.stringMatching(/^offerdesk: .*password.*\n$/i),
  })
  expect(await run(make, 'short\n')).toMatchObject({ code: 2, said: expect.stringContaining('at least 8 characters') })
  expect(await run(make, 'seven grey herons\n')).toEqual({ code: 0, said: `${email} owns Moss & Sons.\n` })
  expect(await run(make, 'seven grey herons\n')).toEqual({
    code: 2,
    said: `offerdesk: there is an account ${email} already\n`,
  })
  expect(await run(['organization', 'make', 'Fern', '--owner', email])).toMatchObject({ said: `${email} owns Fern.\n` })
  expect(await run(['organization', 'make', 'Fern', '--owner', 'no@moss.example'])).toMatchObject({ code: 2 })
  expect((await run(['organization', 'list'])).said.trim().split('\n')).toEqual([
    expect.stringMatching(/^[\da-f-]{36} {2}Moss & Sons: 1 person, owned by ada@moss\.example$/),
    expect.stringMatching(/^[\da-f-]{36} {2}Fern: 1 person, owned by ada@moss\.example$/),
  ])

  /** What a sign-in with a password answers. */
  const signedIn = async (password: string) => {
    const database = await openDatabase(scratch)
    const server = await startOn(database)
    const { status } = await server.call('POST', '/users/login', { body: { email, password } })
    await server.stop()
    await database.close()
    return status
  }
  expect(await signedIn('seven grey herons')).toBe(200)
  expect(await run(['user', 'password', email], 'nine grey herons\n')).toMatchObject({ code: 0 })
  expect(await signedIn('seven grey herons')).toBe(401)
  expect(await run(['user', 'disable', email])).toEqual({
    code: 0,
    said: `${email} is disabled. Nobody owns Fern, Moss & Sons now.\n`,
  })
  expect(await signedIn('nine grey herons')).not.toBe(200)
  expect(await run(['user', 'enable', email])).toMatchObject({ code: 0, said: `${email} is enabled.\n` })
  expect(await signedIn('nine grey herons')).toBe(200)
  expect(await run(['user', 'enable', 'no@moss.example'])).toEqual({
    code: 2,
    said: 'offerdesk: there is no account no@moss.example\n',
  })
})
