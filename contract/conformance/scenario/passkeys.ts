import { isRecord } from '../../client/errors'
import type { Exchange } from '../engine/exchange'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'

const optionsOf = ({ json }: Exchange): Record<string, unknown> => {
  const data = isRecord(json) ? json['data'] : undefined
  const options = isRecord(data) ? data['options'] : undefined
  return isRecord(options) ? options : {}
}

const base64url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** An answer to what was asked, by a passkey that there is not. */
function answerTo(challenge: unknown, type: 'webauthn.create' | 'webauthn.get', origin: string) {
  const nothing = base64url('nothing-of-a-passkey')
  const clientDataJSON = base64url(JSON.stringify({ type, challenge, origin }))
  const response =
    type === 'webauthn.create'
      ? { clientDataJSON, attestationObject: nothing }
      : { clientDataJSON, authenticatorData: nothing, signature: nothing }
  return { id: nothing, rawId: nothing, type: 'public-key', response }
}

/** Two challenges that nobody has guessed, of 128 bits or more each. */
const areFresh = (challenges: readonly unknown[]) =>
  challenges.every((one) => typeof one === 'string' && /^[\w-]{22,}$/.test(one)) && new Set(challenges).size > 1

/**
 * A passkey is asked for and begun, and never made: no checker has a finger. What none has made is neither added nor let in
 * (ST-01, SE-06).
 */
export async function checkPasskeys(run: Run, { marker }: World): Promise<void> {
  if (!run.isFull) return
  const { password, baseUrl } = run.options
  if (password === undefined) {
    run.recorder.skip('steps.passkey', 'no password was given to begin a passkey with')
    return
  }
  const { origin } = new URL(baseUrl)
  const refused = [400, 401, 403, 404, 409, 422]
  await attempt(run, 'steps.passkey', async () => {
    for (const [name, ask] of [
      ['users.beginPasskey', { body: { password } }],
      ['users.askPasskey', { as: null, body: {} }],
    ] as const) {
      const [one, other] = [
        await run.succeed('steps.passkey', name, ask),
        await run.succeed('steps.passkey', name, ask),
      ]
      const options = optionsOf(other)
      const challenges = [optionsOf(one)['challenge'], options['challenge']]
      run.verify('steps.passkey', other, areFresh(challenges), 'another challenge of 128 bits or more each time')
      const selection = isRecord(options['authenticatorSelection']) ? options['authenticatorSelection'] : options
      const isVerified = selection['userVerification'] === 'required'
      run.verify('steps.passkey', other, isVerified, 'a check of whoever uses it')
      const known = options['allowCredentials']
      const isSilent =
        name !== 'users.askPasskey' || known === undefined || (Array.isArray(known) && known.length === 0)
      run.verify('steps.passkey', other, isSilent, 'nobody’s passkeys, as nobody has said who they are')
      const [call, type] =
        name === 'users.beginPasskey'
          ? (['users.addPasskey', 'webauthn.create'] as const)
          : (['users.takePasskey', 'webauthn.get'] as const)
      const more = call === 'users.addPasskey' ? { name: marker } : {}
      const as = call === 'users.takePasskey' ? { as: null } : {}
      const credential = answerTo(options['challenge'], type, origin)
      await run.refuse('steps.passkey', call, { ...as, body: { ...more, credential }, isValid: true }, refused)
    }
    await run.refuse('access.noToken', 'users.beginPasskey', { as: null, body: { password }, isValid: true }, [401])
    const unproven = { body: { password: `${marker}-Passw0rd` }, isValid: true }
    await run.refuse('steps.passkey', 'users.beginPasskey', unproven, refused)
    const token = `${marker}-never-given-out-00000000000000`
    await run.refuse('steps.passkey', 'users.askPasskey', { as: null, body: { token }, isValid: true }, refused)
    const params = { passkeyId: marker }
    await run.refuse('steps.passkey', 'users.renamePasskey', { params, body: { name: marker }, isValid: true }, refused)
    await run.refuse('steps.passkey', 'users.removePasskey', { params, body: { password }, isValid: true }, refused)
  })
}
