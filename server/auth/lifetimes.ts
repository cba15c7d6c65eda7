/** How long what is handed out stays valid. */
const lifetimes = {
  /** Of a session that nobody uses. */
  idleSession: { count: 8, unit: 'hour' },
  /** Of a session, however much it is used. */
  session: { count: 7, unit: 'day' },
  /** In which somebody is known where they have signed in. */
  knownNetwork: { count: 30, unit: 'day' },
  signupToken: { count: 24, unit: 'hour' },
  passwordResetToken: { count: 1, unit: 'hour' },
  invite: { count: 7, unit: 'day' },
  /** In which those who invited see that somebody has declined. */
  declinedInvite: { count: 30, unit: 'day' },
  emailChangeToken: { count: 1, unit: 'hour' },
  /** Between the two steps of a sign-in, and in which an authenticator app is added. */
  stepChallenge: { count: 10, unit: 'minute' },
  /** In which a passkey answers what it was asked. */
  passkeyChallenge: { count: 5, unit: 'minute' },
  /** In which a creation with the same key is answered and not made again. */
  idempotencyKey: { count: 24, unit: 'hour' },
  /** In which a deletion can be undone. */
  undo: { count: 1, unit: 'day' },
  /** Of a spreadsheet with what was read from it, longer than it can be undone. */
  sheetImport: { count: 7, unit: 'day' },
  /** Of an action over many records, with what became of each. */
  bulkJob: { count: 30, unit: 'day' },
  collaborationInvite: { count: 7, unit: 'day' },
  paymentLink: { count: 1, unit: 'day' },
} as const satisfies Record<string, { count: number; unit: keyof typeof milliseconds }>

const milliseconds = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

export type Lifetime = keyof typeof lifetimes

/** The end of a lifetime that begins at `start`. */
export function expiryOf(name: Lifetime, start: Date): Date {
  const { count, unit } = lifetimes[name]
  return new Date(start.getTime() + count * milliseconds[unit])
}

/** The begin of a lifetime that ends now. */
export function startOf(name: Lifetime, now: Date): Date {
  const { count, unit } = lifetimes[name]
  return new Date(now.getTime() - count * milliseconds[unit])
}

/** A lifetime as people write it and PostgreSQL reads it, such as `24 hours`. */
export function lifetimeText(name: Lifetime): string {
  const { count, unit }: { count: number; unit: string } = lifetimes[name]
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
