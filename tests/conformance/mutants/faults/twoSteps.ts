import { answer, type Fault, isRecord } from '../exchange'
import { admits, answers, fault, refusals } from '../make'

const acknowledged = () => answer(200, { success: true, message: 'Done' })
const codes = () => answer(200, { success: true, message: 'Done', data: { recoveryCodes: ['H7QK2M-9TXC4V'] } })
const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** The second step at sign-in. */
export const twoSteps: Fault[] = [
  fault(
    'app-unproven',
    'an authenticator app is begun by whoever does not know the password',
    refusals('users.beginApp', [422], () =>
      answer(200, { data: { token: 'handed-out-to-anybody-0000000000', appKey: key } }),
    ),
  ),
  fault(
    'app-keys-alike',
    'every authenticator app gets the same key',
    answers('users.beginApp', 'data', (data) => (isRecord(data) ? { ...data, appKey: key } : data)),
  ),
  fault(
    'app-key-short',
    'the key of an authenticator app is guessed in a day',
    answers('users.beginApp', 'data.appKey', (value) => String(value).slice(0, 8)),
  ),
  fault(
    'app-by-any-code',
    'an authenticator app is added by a code that it never made',
    refusals('users.confirmApp', [422], codes),
  ),
  fault(
    'app-before-its-code',
    'an authenticator app counts before a code of it was sent',
    answers('users.twoSteps', 'data.appSince', () => '2026-03-01T09:30:00.000Z'),
  ),
  fault(
    'second-step-alone',
    'a second step lets in whoever took no first',
    refusals('users.takeSecondStep', [401], () =>
      answer(200, {
        success: true,
        message: 'Login successful',
        data: { token: 'a-token-for-anybody-at-all-000000', user: { email: 'anybody@offerdesk.example' } },
      }),
    ),
  ),
  fault(
    'no-second-step-removed',
    'what is not there is removed, by a code that is none',
    refusals('users.removeApp', [409], acknowledged),
  ),
  fault(
    'recovery-codes-for-nothing',
    'recovery codes are handed out where there is no second step',
    refusals('users.renewRecoveryCodes', [409], codes),
  ),
]

/** An organization that demands it. */
export const demandedSteps: Fault[] = [
  fault(
    'demand-lets-everybody-in',
    'who has no second step reads on in an organization that demands one',
    admits('organizations.members orderDrafts.list', [403]),
  ),
  fault(
    'demand-lets-writers-in',
    'who has no second step writes on in an organization that demands one',
    admits('campaigns.create', [403]),
  ),
  fault(
    'demand-not-told',
    'who is closed out is told that they may not, and not what is missing',
    refusals('search', [403], () =>
      answer(403, {
        success: false,
        message: 'You may not do this',
        error: { code: 'forbidden', message: 'You may not do this' },
      }),
    ),
  ),
  fault(
    'demand-not-listed',
    'no organization is told to be closed',
    answers('organizations.list', 'data', (data) =>
      Array.isArray(data)
        ? data.map((one: unknown) => (isRecord(one) ? { ...one, needsSecondStep: false } : one))
        : data,
    ),
  ),
  fault(
    'demand-of-others-alone',
    'a second step is demanded by whoever has none',
    refusals('organizations.update', [422], (reply, { body }) =>
      isRecord(body) && body['demandsTwoSteps'] === true
        ? answer(200, { data: { id: 'org_1', name: 'Closed', demandsTwoSteps: true } })
        : reply,
    ),
  ),
  fault(
    'demand-forgotten',
    'the last second step is removed while one is demanded',
    refusals('users.removeApp', [409], (reply, { body }) =>
      isRecord(body) && String(body['oneTimeCode']).includes('-none') ? reply : acknowledged(),
    ),
  ),
]
