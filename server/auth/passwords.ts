import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { busy } from './signInDelay'
import { FairQueue } from '../fairQueue'

/** argon2id with 64 MiB and 3 passes. */
const cost = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 }

/**
 * Who waits with whom: those who have signed in from where they ask, those who have signed in lately from anywhere or
 * hold a mailed token, and everybody else.
 */
const lanes = ['known', 'proven', 'stranger'] as const

/** Whose turn a hash takes: of those in a lane, each asker has as many as any other. */
export interface Turn {
  lane: (typeof lanes)[number]
  asker: string
}

// Each hash takes 64 MiB, so only so many are made at once.
const queue = new FairQueue(lanes, { atOnce: 4, places: 64, full: busy })

export const hashPassword = (password: string, { lane, asker }: Turn): Promise<string> =>
  queue.take(lane, asker, () => hash(password, cost))

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
const { memoryCost, timeCost, parallelism } = cost
/** A hash of no password, which takes as long to look at as any: making a true one would take as long at every start. */
const nobody = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(16)}$${base64(32)}`

/** Whether the password is the one; without an account as much time is spent, so that time tells nothing. */
export const isPassword = (
  passwordHash: string | undefined,
  password: string,
  { lane, asker }: Turn,
): Promise<boolean> =>
  queue.take(lane, asker, async () => (await verify(passwordHash ?? nobody, password)) && passwordHash !== undefined)
