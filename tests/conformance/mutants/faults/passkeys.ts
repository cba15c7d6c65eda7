import { answer, type Fault, isRecord } from '../exchange'
import { answers, fault, refusals } from '../make'

const acknowledged = () => answer(200, { success: true, message: 'Done' })
const added = () => answer(200, { success: true, message: 'Done', data: { recoveryCodes: null } })
const challenge = 'c2FtZS1mb3ItZXZlcnlib2R5LWFuZC1hbHdheXM'
const changed = (change: object) => (options: unknown) => (isRecord(options) ? { ...options, ...change } : options)
const options = {
  challenge,
  rp: { id: 'offerdesk.example', name: 'Offerdesk' },
  user: { id: 'b25l', name: 'one@offerdesk.example', displayName: 'One' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
  extensions: { credProps: true },
}

/** Passkeys at sign-in. */
export const passkeys: Fault[] = [
  fault(
    'passkey-unproven',
    'a passkey is begun by whoever does not know the password',
    refusals('users.beginPasskey', [422], () => answer(200, { data: { options } })),
  ),
  fault(
    'passkeys-made-alike',
    'every passkey is made of the same challenge',
    answers('users.beginPasskey', 'data.options', changed({ challenge })),
  ),
  fault('passkey-of-nothing', 'a passkey is added that none has made', refusals('users.addPasskey', [409, 422], added)),
  fault(
    'passkeys-asked-alike',
    'every passkey is asked the same challenge, so that an answer can be used again',
    answers('users.askPasskey', 'data.options', changed({ challenge })),
  ),
  fault(
    'passkey-unverified',
    'a passkey alone signs in whoever has found it',
    answers('users.askPasskey', 'data.options', changed({ userVerification: 'discouraged' })),
  ),
  fault(
    'passkeys-told',
    'whoever asks is told whose passkeys there are',
    answers('users.askPasskey', 'data.options', changed({ allowCredentials: [{ id: 'b25l', type: 'public-key' }] })),
  ),
  fault(
    'passkey-by-anybody',
    'a passkey lets in that nobody has added',
    refusals('users.takePasskey', [401, 422], () =>
      answer(200, {
        success: true,
        message: 'Login successful',
        data: { token: 'a-token-for-anybody-at-all-000000', user: { email: 'anybody@offerdesk.example' } },
      }),
    ),
  ),
  fault(
    'no-passkey-renamed',
    'a passkey that is not there is renamed',
    refusals('users.renamePasskey', [404], acknowledged),
  ),
  fault(
    'no-passkey-removed',
    'a passkey that is not there is removed',
    refusals('users.removePasskey', [404], acknowledged),
  ),
]
