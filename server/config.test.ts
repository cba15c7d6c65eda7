import { expect, test } from 'vitest'
import { readConfig } from './config'

test.each([
  [{}, 'demo'],
  [{ NODE_ENV: 'production' }, 'none'],
  [{ NODE_ENV: 'production', SEED: 'demo' }, 'demo'],
  [{ SEED: 'none' }, 'none'],
])('LP-01 with the settings %j an empty database is filled with: %s', (env, seed) => {
  expect(readConfig(env).seed).toBe(seed)
})
