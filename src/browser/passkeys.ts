import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { CreationOptions, MadePasskey, RequestOptions, UsedPasskey } from '../../contract/extensions/passkeys'
import { hasPasskey, noPasskeyGiven, noPasskeysHere } from '../../contract/rules/twoSteps'

/** Has the browser make a passkey; rejects with a sentence for the person when none was made. */
export async function makePasskey(options: CreationOptions): Promise<MadePasskey> {
  const { response, ...credential } = await startRegistration({ optionsJSON: known(options) }).catch(tell)
  const { clientDataJSON, attestationObject, transports } = response
  return { ...sent(credential), response: { clientDataJSON, attestationObject, transports: transports ?? null } }
}

/** Has a passkey answer; rejects with a sentence for the person when none did. */
export async function usePasskey(options: RequestOptions): Promise<UsedPasskey> {
  const { response, ...credential } = await startAuthentication({ optionsJSON: known(options) }).catch(tell)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    ...sent(credential),
    response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null },
  }
}

// Absent fields are left out of what the server sends, which the types of both sides say in ways of their own; of transports
// the browser knows which ones it knows.
const known = (options: object) => options as never

const sent = ({ id, rawId }: { id: string; rawId: string }) => ({ id, rawId, type: 'public-key' as const })

/** What a browser says of a passkey is for programmers, and in its own language. */
function tell(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  if (isKnown || name === 'InvalidStateError') throw new Error(hasPasskey)
  throw new Error(['NotAllowedError', 'AbortError'].includes(name) ? noPasskeyGiven : noPasskeysHere)
}
