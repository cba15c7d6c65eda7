import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { InvalidConfig } from './config'

/** Keeps secrets of organizations so that a copy of the database tells nobody what they are. */
export interface Secrets {
  /** What is stored in place of a secret. */
  seal: (secretText: string) => string
  /** The secret that was sealed. Throws {@link Unsealable} for what was sealed by a key that is gone, or was changed. */
  unseal: (sealed: string) => string
  /** Whether it is sealed by the key that seals now. */
  isCurrent: (sealed: string) => boolean
  /** The ids of the keys that it opens by as they are by now; the first is the one that it seals by. */
  keyIds: () => string[]
}

/** A sealed text that can't be opened: its key is gone, or somebody has changed it. */
export class Unsealable extends Error {}

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const format = 'v1'

interface Key {
  id: string
  bytes: Buffer
}

/** What a key is called, by which nobody learns the key. */
export const keyId = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 8)

const keyOf = (bytes: Buffer): Key => ({ id: keyId(bytes), bytes })

/** The keys that a setting or a file lists, the one that seals first. Throws {@link InvalidConfig}. */
export function keysOf(text: string, where: string): Buffer[] {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => Buffer.from(one, /^[\da-f]{64}$/i.test(one) ? 'hex' : 'base64'))
  if (keys.length > 0 && keys.every(({ length }) => length === keyBytes)) return keys
  throw new InvalidConfig(`${where}: must be a key of 32 bytes, as \`openssl rand -base64 32\` makes one`)
}

/**
 * AES-256-GCM with a nonce of its own for every secret. The id of the key stands in the sealed text, so that several keys
 * may open while the first one seals. `readAgain` tells the keys as they are by now, when one is not known.
 */
export function createSecrets(keys: Buffer[], readAgain?: () => Buffer[]): Secrets {
  let known = keys.map(keyOf)
  const first = () => {
    const [key] = known
    if (!key) throw new Error('there is no key')
    return key
  }
  const keyNamed = (id: string) => {
    const found = known.find((key) => key.id === id)
    if (found || !readAgain) return found
    known = readAgain().map(keyOf)
    return known.find((key) => key.id === id)
  }
  return {
    seal: (secretText) => {
      const { id, bytes } = first()
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(`${format}.${id}`))
      const hidden = Buffer.concat([cipher.update(secretText, 'utf8'), cipher.final()])
      return [format, id, Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')].join('.')
    },
    unseal: (sealed) => {
      const [is, id = '', text = ''] = sealed.split('.')
      const bytes = Buffer.from(text, 'base64url')
      if (is !== format || bytes.length < nonceBytes + tagBytes) throw new Unsealable('this is no sealed secret')
      const key = keyNamed(id)
      if (!key) throw new Unsealable(`the key ${id} that sealed it is not there`)
      try {
        const opener = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, nonceBytes))
          .setAAD(Buffer.from(`${format}.${id}`))
          .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
        return Buffer.concat([opener.update(bytes.subarray(nonceBytes + tagBytes)), opener.final()]).toString('utf8')
      } catch (cause) {
        throw new Unsealable('it was changed after it was sealed', { cause })
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${format}.${first().id}.`),
    keyIds: () => {
      if (readAgain) known = readAgain().map(keyOf)
      return known.map(({ id }) => id)
    },
  }
}

/** Keys of a test, or of a server that keeps nothing. */
export const passingSecrets = (): Secrets => createSecrets([randomBytes(keyBytes)])

/** Where the keys are: in a setting, else in a file. */
export interface KeyPlace {
  secretKey: string | undefined
  secretFile: string
}

/** The keys of the setting, else of a file that is made when it is first needed, for its owner alone. */
export function readKeys({ secretKey, secretFile }: KeyPlace): Buffer[] {
  if (secretKey !== undefined) return keysOf(secretKey, 'SECRET_KEY')
  makeFile(secretFile)
  return keysInFile(secretFile)
}

const keysInFile = (path: string) => keysOf(readFileSync(path, 'utf8'), path)

/** Seals and opens by those keys. */
export const openSecrets = (place: KeyPlace): Secrets =>
  createSecrets(readKeys(place), place.secretKey === undefined ? () => keysInFile(place.secretFile) : undefined)

function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return
    // On a full disk it would be there without a key.
    rmSync(path, { force: true })
    throw error
  }
}

const writeKeys = (path: string, keys: Buffer[]) => {
  writeFileSync(`${path}.new`, keys.map((key) => `${key.toString('base64')}\n`).join(''), { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

/** Puts a new key after the others, so that it opens before anything is sealed by it; tells its id. */
export function addKey(path: string): string {
  const key = randomBytes(keyBytes)
  writeKeys(path, [...keysInFile(path), key])
  return keyId(key)
}

/** Takes a key away by which nothing has been sealed. */
export const dropKey = (path: string, id: string): void =>
  writeKeys(
    path,
    keysInFile(path).filter((key) => keyId(key) !== id),
  )

/** Has a key of the file seal from now on. */
export function sealBy(path: string, id: string): void {
  const keys = keysInFile(path)
  const is = (key: Buffer) => keyId(key) === id
  writeKeys(path, [...keys.filter(is), ...keys.filter((key) => !is(key))])
}

/** Gives up all keys but the newest and the one before it, by which others may have sealed meanwhile. */
export const forgetOldSecretKeys = (path: string): void => writeKeys(path, keysInFile(path).slice(0, 2))
