import { answer, type Fault, isRecord, isSuccess, parsed, valueAt } from '../exchange'
import { admits, answers, bearer, fault, on, refusals, remembering, textOf } from '../make'

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

const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()

/** Signing in with an authenticator app, and with recovery codes. */
export const stepSignIns: Fault[] = [
  fault(
    'second-step-unasked',
    'a password alone signs in whoever has an authenticator app',
    refusals('users.login', [403], (_, { tokens: [token] }) =>
      answer(200, { success: true, message: 'Login successful', data: { token, user: { email: 'x', name: 'x' } } }),
    ),
  ),
  fault(
    'step-code-as-printed',
    'a code that is typed with spaces is wrong',
    on('users.takeSecondStep', (exchange) => {
      const code = textOf(exchange, 'oneTimeCode')
      return exchange.send({
        body: { ...(exchange.body as object), oneTimeCode: /\s/.test(code) ? 'wrong-one' : code },
      })
    }),
  ),
  fault(
    'app-code-in-groups',
    'a code of an app that is typed in two groups is wrong',
    on('users.confirmApp', (exchange) => {
      const code = textOf(exchange, 'oneTimeCode')
      const oneTimeCode = code.includes(' ') ? 'wrong-one' : code
      return exchange.send({ body: { ...(exchange.body as object), oneTimeCode } })
    }),
  ),
  remembering('recovery-code-again', 'a recovery code signs in as often as it is typed', () => {
    const used = new Set<string>()
    return on('users.takeSecondStep', async (exchange) => {
      const reply = await exchange.send()
      const code = plain(textOf(exchange, 'oneTimeCode'))
      if (isSuccess(reply)) used.add(code)
      const [token] = exchange.tokens
      const data = { token, user: { email: 'demo@offerdesk.example', name: 'x' } }
      return isSuccess(reply) || !used.has(code) ? reply : answer(200, { success: true, message: 'Welcome', data })
    })
  }),
  fault(
    'recovery-codes-uncounted',
    'recovery codes that have been used are counted still',
    answers('users.twoSteps', 'data.recoveryCodesLeft', (left) => (Number(left) > 0 ? 10 : left)),
  ),
  fault(
    'app-beside-app',
    'a second authenticator app is begun beside the first',
    refusals('users.beginApp', [409], () =>
      answer(200, { data: { token: 'another-app-begun-0000000000000000', appKey: key } }),
    ),
  ),
  remembering('recovery-codes-for-ever', 'recovery codes go on opening once there are new ones', () => {
    const former = new Set<string>()
    return on('users.takeSecondStep users.confirmApp', async (exchange) => {
      const reply = await exchange.send()
      const data = isSuccess(reply)
        ? (JSON.parse(reply.text) as { data?: { recoveryCodes?: string[] } }).data
        : undefined
      // Of those that are for nothing else.
      const unused = data?.recoveryCodes?.[3]
      if (unused !== undefined) former.add(plain(unused))
      const isOld = former.has(plain(textOf(exchange, 'oneTimeCode')))
      const [token] = exchange.tokens
      const user = { email: 'demo@offerdesk.example', name: 'x' }
      return isOld ? answer(200, { success: true, message: 'Welcome', data: { token, user } }) : reply
    })
  }),
]

/** An organization that demands it. */
export const demandedSteps: Fault[] = [
  fault(
    'programs-are-asked-for-steps',
    'a program is refused where a second step is demanded',
    on('organizations.update search', async (exchange) => {
      if (exchange.call !== 'search' || !bearer(exchange).startsWith('odk_')) return exchange.send()
      const id = isRecord(exchange.body) ? exchange.body['organizationId'] : ''
      const path = `/api/v1/organizations/${String(id)}/settings`
      const settings = await exchange.ask('GET', path, exchange.tokens[0] ?? '')
      const error = { code: 'second_step_demanded', message: 'Add a second step first.' }
      return valueAt(parsed(settings.text), 'data.demandsTwoSteps') === true
        ? answer(403, { success: false, message: error.message, error })
        : exchange.send()
    }),
  ),
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
