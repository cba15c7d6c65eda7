import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../http/errors'

/** argon2id with 64 MiB and 3 passes. */
const cost = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 }

// Each hash takes 64 MiB, so only so many are made at once; a queue that is longer than this is refused.
const atOnce = 4
const longestQueue = 64

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= longestQueue) {
      throw new Refusal(503, 'busy', 'Too many people are signing in right now. Try again.', {
        headers: { 'retry-after': '2' },
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

const nobody = hash('nobody has this password', cost)

/** Whether the password is the one; without an account as much time is spent, so that time tells nothing. */
export const isPassword = (passwordHash: string | undefined, password: string): Promise<boolean> =>
  inTurn(async () => (await verify(passwordHash ?? (await nobody), password)) && passwordHash !== undefined)
