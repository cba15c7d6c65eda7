import { randomInt } from 'node:crypto'
import { tokenHash } from '../db/tokens'

/** Crockford's letters, without those that are read as others. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const misread: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

const codes = 10
const groups = 4
const lettersOfGroup = 6

const newGroup = () => Array.from({ length: lettersOfGroup }, () => letters.charAt(randomInt(letters.length))).join('')

/** New recovery codes, of 120 random bits each, so that a plain hash of one can not be guessed back. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codes }, () => Array.from({ length: groups }, newGroup).join('-'))

/** What is kept of a recovery code, however it is typed. */
export const recoveryHash = (code: string): string =>
  tokenHash(
    code
      .toUpperCase()
      .replaceAll(/[\s-]/g, '')
      .replaceAll(/[OIL]/g, (letter) => misread[letter] ?? letter),
  )
