import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod/mini'
import { formerSecretHours } from '../../contract/rules/webhooks'
import type { Secrets } from '../secrets'

/** The secrets of a webhook, the newest first; those before it sign until a moment. */
const keptSecrets = z.array(z.object({ secret: z.string(), until: z.nullable(z.number()) }))
type KeptSecrets = z.infer<typeof keptSecrets>

/** So many sign beside the newest: every message carries a signature of each. */
const mostFormer = 4

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

interface MadeSecret {
  secret: string
  /** What is kept. */
  sealed: string
}

/** A secret for a new webhook. */
export function firstSecret(secrets: Secrets): MadeSecret {
  const secret = newSecret()
  return { secret, sealed: secrets.seal(JSON.stringify([{ secret, until: null }] satisfies KeptSecrets)) }
}

/** A new secret in place of another, which signs beside it for a day, as those do that are not over yet. */
export function nextSecret(secrets: Secrets, sealed: string, now: Date): MadeSecret & { formerUntil: Date } {
  const formerUntil = new Date(now.getTime() + formerSecretHours * 3_600_000)
  const former = signing(secrets, sealed, now).map(({ secret: before, until }) => ({
    secret: before,
    until: until ?? formerUntil.getTime(),
  }))
  const secret = newSecret()
  const all: KeptSecrets = [{ secret, until: null }, ...former.slice(0, mostFormer)]
  return { secret, sealed: secrets.seal(JSON.stringify(all)), formerUntil }
}

const signing = (secrets: Secrets, sealed: string, now: Date): KeptSecrets =>
  z
    .parse(keptSecrets, JSON.parse(secrets.unseal(sealed)))
    .filter(({ until }) => until === null || until > now.getTime())

/**
 * The headers by which a receiver knows that a message is ours, as the specification of standard webhooks has them. Throws
 * {@link Unsealable} when the key that has sealed the secrets is gone.
 */
export function signedHeaders(
  secrets: Secrets,
  { sealed, messageId, body, now }: { sealed: string; messageId: string; body: string; now: Date },
): Record<string, string> {
  const signatures = signing(secrets, sealed, now).map(({ secret }) => new Webhook(secret).sign(messageId, now, body))
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  }
}
