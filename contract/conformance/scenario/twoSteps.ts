import { dataIn, type Exchange } from '../engine/exchange'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'

/**
 * An authenticator app is begun and never confirmed, as a check that ends early must lock nobody out; then a second step is
 * tried by whoever has no first (ST-01, SE-06).
 */
export async function checkTwoSteps(run: Run, { marker }: World): Promise<void> {
  if (!run.isFull) return
  const { email, password } = run.options
  if (email === undefined || password === undefined) {
    const why = 'no email and password were given to add an authenticator app with'
    for (const rule of ['steps.begin', 'steps.take'] as const) run.recorder.skip(rule, why)
    return
  }
  const noPassword = `${marker}-Passw0rd`
  const noCode = `${marker}-none`
  await attempt(run, 'steps.begin', async () => {
    const before = await run.succeed('steps.begin', 'users.twoSteps')
    const isOn = (read: Exchange) => typeof dataIn(read)['appSince'] === 'string'
    run.verify('steps.begin', before, !isOn(before), 'no app, as a password alone has signed in')
    await run.refuse('access.noToken', 'users.beginApp', { as: null, body: { password }, isValid: true }, [401])
    const unproven = { body: { password: noPassword }, isValid: true }
    await run.refuse('steps.begin', 'users.beginApp', unproven, [400, 401, 403, 422])
    const begun = []
    for (let count = 0; count < 2; count += 1) {
      begun.push(await run.succeed('steps.begin', 'users.beginApp', { body: { password } }))
    }
    const [one, other] = begun
    if (!one || !other) return
    const keys = [one, other].map((exchange) => dataIn(exchange)['appKey'])
    for (const key of keys) if (typeof key === 'string') run.secrets.add(key, 'APP_KEY')
    const areKeys = keys.every((key) => typeof key === 'string' && /^[A-Z2-7]{26,}=*$/.test(key))
    run.verify('steps.begin', other, areKeys && keys[0] !== keys[1], 'another key of 128 bits or more each time')
    const { token } = dataIn(other)
    if (typeof token !== 'string') return
    run.secrets.add(token, 'APP_TOKEN')
    const wrong = { body: { token, oneTimeCode: noCode }, isValid: true }
    await run.refuse('steps.begin', 'users.confirmApp', wrong, [400, 401, 403, 409, 422])
    const after = await run.succeed('steps.begin', 'users.twoSteps')
    run.verify('steps.begin', after, !isOn(after), 'no app before a code of it was sent')
    await run.succeed('steps.begin', 'users.login', { as: null, body: { email, password } })
  })
  await attempt(run, 'steps.take', async () => {
    const token = `${marker}-never-given-out-00000000000000`
    const proof = { password, oneTimeCode: noCode }
    const refused = [400, 401, 403, 404, 409, 422]
    const stranger = { as: null, body: { token, oneTimeCode: noCode }, isValid: true }
    await run.refuse('steps.take', 'users.takeSecondStep', stranger, refused)
    await run.refuse('steps.take', 'users.removeApp', { body: proof, isValid: true }, refused)
    await run.refuse('steps.take', 'users.renewRecoveryCodes', { body: proof, isValid: true }, refused)
  })
}
