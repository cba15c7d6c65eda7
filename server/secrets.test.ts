import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { InvalidConfig, readConfig } from './config'
import { addKey, createSecrets, dropKey, forgetOldSecretKeys, keysOf, openSecrets, sealBy, Unsealable } from './secrets'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const oldKey = randomBytes(32)
const newKey = randomBytes(32)

test('ML-03 a sealed secret tells nothing, is sealed otherwise each time, and is opened again', () => {
  const secrets = createSecrets([newKey])
  const sealed = secrets.seal('Pässword 🎁')
  expect(sealed).not.toContain('ssword')
  expect(secrets.seal('Pässword 🎁')).not.toBe(sealed)
  expect(secrets.unseal(sealed)).toBe('Pässword 🎁')
  expect(secrets.unseal(secrets.seal(''))).toBe('')
})

test('ML-03 what was changed, is no secret, or was sealed by an unknown key is not opened', () => {
  const secrets = createSecrets([newKey])
  const [format, id, text = ''] = secrets.seal('hidden').split('.')
  for (let at = 0; at < text.length - 1; at += 1) {
    const other = text[at] === 'A' ? 'B' : 'A'
    const changed = `${format}.${id}.${text.slice(0, at)}${other}${text.slice(at + 1)}`
    expect(() => secrets.unseal(changed)).toThrow(Unsealable)
  }
  for (const wrong of ['', 'hidden', `${format}.${id}.`, `v2.${id}.${text}`, createSecrets([oldKey]).seal('x')]) {
    expect(() => secrets.unseal(wrong)).toThrow(Unsealable)
  }
})

test('ML-03 a new key seals while the old one still opens', () => {
  const before = createSecrets([oldKey]).seal('kept')
  const both = createSecrets([newKey, oldKey])
  expect(both.isCurrent(before)).toBe(false)
  expect(both.unseal(before)).toBe('kept')
  const after = both.seal(both.unseal(before))
  expect(both.isCurrent(after)).toBe(true)
  expect(createSecrets([newKey]).unseal(after)).toBe('kept')
})

test('ML-03 without a setting the key is in a file for its owner alone, which others read again after a rotation', () => {
  const secretFile = join(folder, 'deep', 'secret.key')
  const running = openSecrets({ secretKey: undefined, secretFile })
  expect(statSync(secretFile).mode & 0o777).toBe(0o600)
  const first = readFileSync(secretFile, 'utf8')
  const sealed = running.seal('kept')
  const added = addKey(secretFile)
  // It opens before it seals.
  expect(running.keyIds()).toEqual([sealed.split('.')[1], added])
  expect(running.isCurrent(sealed)).toBe(true)
  sealBy(secretFile, added)
  const rotated = openSecrets({ secretKey: undefined, secretFile })
  expect(rotated.unseal(sealed)).toBe('kept')
  expect(rotated.isCurrent(sealed)).toBe(false)
  expect(running.unseal(rotated.seal('new'))).toBe('new')
  dropKey(secretFile, addKey(secretFile))
  expect(running.keyIds()).toEqual([added, sealed.split('.')[1]])
  sealBy(secretFile, addKey(secretFile))
  forgetOldSecretKeys(secretFile)
  expect(statSync(secretFile).mode & 0o777).toBe(0o600)
  expect(keysOf(readFileSync(secretFile, 'utf8'), '')).toHaveLength(2)
  expect(readFileSync(secretFile, 'utf8')).not.toContain(first.trim())
})

test('ML-03 a wrong key is one line that says what would be right, and nodes that share a database need one', () => {
  for (const wrong of ['short', '', 'x'.repeat(44)]) {
    expect(() => openSecrets({ secretKey: wrong, secretFile: '' })).toThrow(InvalidConfig)
  }
  const shared = { NODE_ENV: 'production', DATABASE_URL: 'postgresql://somewhere/desk' }
  expect(() => readConfig(shared)).toThrow('SECRET_KEY: must be set beside DATABASE_URL')
  expect(readConfig({ ...shared, SECRET_KEY: newKey.toString('base64') }).secretKey).toBeDefined()
})
