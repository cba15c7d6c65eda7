import { expect, test } from 'vitest'
import { misspelt, readConfig } from './config'

test.each([
  [{}, 'demo'],
  [{ NODE_ENV: 'production' }, 'none'],
  [{ NODE_ENV: 'production', SEED: 'demo' }, 'demo'],
  [{ SEED: 'none' }, 'none'],
])('LP-01 with the settings %j an empty database is filled with: %s', (env, seed) => {
  expect(readConfig(env).seed).toBe(seed)
})

test.each([
  [{ PUBLIC_URL: 'https://desk.shop.example/' }, 'no-reply@desk.shop.example'],
  [{ PUBLIC_URL: 'https://desk.shop.example', MAIL_FROM: 'office@shop.example' }, 'office@shop.example'],
  // Neither is a name that mail servers know.
  [{}, 'no-reply@offerdesk.example'],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, 'no-reply@offerdesk.example'],
])('with the settings %j mails of the server come from %s', (env, from) => {
  expect(readConfig(env).mailFrom).toBe(from)
})

test('an address that mails can not come from is refused', () => {
  expect(() => readConfig({ MAIL_FROM: 'office' })).toThrow(
    'MAIL_FROM: must be an address such as no-reply@shop.example',
  )
})

test('a variable that is near to a setting of ours is named, with the one that may be meant', () => {
  const env = {
    PUBIC_URL: 'x',
    DATABSE_URL: 'x',
    SECRETKEY: 'x',
    SEDE: 'x',
    Port: '1',
    public_url: 'x',
    PUBLIC_URL: 'x',
  }
  expect(misspelt(env)).toEqual([
    'PUBIC_URL is no setting; PUBLIC_URL may be meant',
    'DATABSE_URL is no setting; DATABASE_URL may be meant',
    'SECRETKEY is no setting; SECRET_KEY may be meant',
    'SEDE is no setting; SEED may be meant',
    'Port is no setting; PORT may be meant',
    'public_url is no setting; PUBLIC_URL may be meant',
  ])
  const others = {
    HOME: '/',
    PATH: '/bin',
    SHELL: 'sh',
    TERM: 'x',
    USER: 'x',
    HOSTNAME: 'x',
    POSTGRES_URL: 'x',
    PGHOST: 'x',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
    OTEL_SERVICE_NAME: 'x',
    OTEL_SDK_DISABLED: 'true',
    OTEL_TRACES_SAMPLER: 'always_on',
  }
  expect(misspelt(others)).toEqual([])
})

test('AP-02 how many connections are shared is ten, or what is said, from 2 to 100', () => {
  expect(readConfig({}).connections).toBe(10)
  expect(readConfig({ DATABASE_CONNECTIONS: '3' }).connections).toBe(3)
  for (const wrong of ['1', '101', '0', '-3', 'many', '3.5']) {
    expect(() => readConfig({ DATABASE_CONNECTIONS: wrong })).toThrow(
      'DATABASE_CONNECTIONS: must be a number from 2 to 100',
    )
  }
})
