import { Blocked } from '../engine/errors'
import type { Account, Ask, Exchange } from '../engine/exchange'
import { tokenOf } from '../engine/history'
import { detailsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import { dataOf, fieldsOf, listOf } from './paying'

const rule = 'steps.take'

export interface Person {
  account: Account
  email: string
  password: string
}

/** An authenticator app that was added: its key, the code that has added it, its recovery codes, and where the journal has them. */
export interface AddedApp {
  key: string
  used: string
  codes: string[]
  noted: number
}

/** What the password alone is answered where there is a second step: what that is taken with. */
async function begin(run: Run, { email, password }: Person): Promise<string> {
  const asked = await run.refuse(rule, 'users.login', { as: null, body: { email, password }, isValid: true }, [403])
  const { token, ways } = fieldsOf(detailsOf(asked)['secondStep'])
  const { code } = fieldsOf(fieldsOf(asked.json)['error'])
  const isAsked = code === 'second_step_needed' && typeof token === 'string'
  run.verify(rule, asked, isAsked, 'the code second_step_needed, with a token in error.details.secondStep')
  if (typeof token !== 'string') throw new Blocked('no second step is asked for')
  run.secrets.add(token, 'STEP_TOKEN')
  const isTold = !Array.isArray(ways) || ways.includes('app')
  run.verify(rule, asked, isTold, 'app among the ways', JSON.stringify(ways))
  return token
}

const take = (token: string, oneTimeCode: string): Ask => ({ as: null, body: { token, oneTimeCode } })

async function refuseCode(run: Run, token: string, code: string, what: string): Promise<void> {
  const ask = { ...take(token, code), isValid: true }
  const refused = await run.refuse(rule, 'users.takeSecondStep', ask, [400, 422])
  const isAtField = listOf(detailsOf(refused)).some(({ path }) => path === 'body.oneTimeCode')
  run.verify(rule, refused, isAtField, `${what} refused at its field, body.oneTimeCode`)
}

/** Takes the second step, and leaves again. */
async function comeIn(run: Run, { account, email }: Person, token: string, code: string): Promise<void> {
  const taken = await run.succeed(rule, 'users.takeSecondStep', take(token, code))
  const as: Account = { name: account.name, token: tokenOf(taken) ?? '' }
  const me = await run.succeed(rule, 'users.me', { as })
  const isThem = textOf(dataOf(me)['email']).toLowerCase() === email.toLowerCase()
  run.verify(rule, me, isThem, 'whoever has taken both steps')
  await run.succeed(rule, 'users.logout', { as, body: {} })
}

/** As people type it: spaces, dashes and case mean nothing. */
const typed = (code: string) => `${code.slice(0, 2)}- ${code.slice(2)} `.toLowerCase()

const left = (exchange: Exchange) => Number(dataOf(exchange)['recoveryCodesLeft'])

async function verifyLeft(run: Run, as: Account, due: number, demandedBy: string): Promise<void> {
  const read = await run.succeed(rule, 'users.twoSteps', { as })
  run.verify(rule, read, left(read) === due, `${due} recovery codes that are left`, `${left(read)}`)
  const { appSince, demandedBy: told } = dataOf(read)
  run.verify(rule, read, typeof appSince === 'string', 'since when there is an app, in appSince', textOf(appSince))
  const isDemanded = Array.isArray(told) && told.includes(demandedBy)
  run.verify(rule, read, isDemanded, `${demandedBy} in demandedBy, as it demands a second step`, JSON.stringify(told))
}

/** Whoever has an app is asked for a code after the password, and each code is good for one time (SE-06). */
export async function checkStepSignIn(run: Run, person: Person, app: AddedApp, demandedBy: string): Promise<void> {
  // The first is for removing the app.
  const [, one, other, old] = app.codes
  if (one === undefined || other === undefined || old === undefined) return
  const { account: as, password } = person
  await attempt(run, rule, async () => {
    const token = await begin(run, person)
    await refuseCode(run, token, 'none-of-the-codes', 'a code that is none')
    const spelled = typed(one)
    run.secrets.add(spelled, 'TYPED_CODE')
    await comeIn(run, person, token, spelled)
    const again = await begin(run, person)
    await refuseCode(run, again, one, 'a code that has been used')
    await refuseCode(run, again, app.used, 'the code of the app that has added it')
    await verifyLeft(run, as, app.codes.length - 1, demandedBy)
    await attempt(run, 'steps.begin', async () => {
      await run.refuse('steps.begin', 'users.beginApp', { as, body: { password }, isValid: true }, [409])
    })
    await renew(run, person, app, other)
    await refuseCode(run, again, old, 'a code from before there were new ones')
    await comeIn(run, person, again, app.codes[1] ?? '')
    await verifyLeft(run, as, app.codes.length - 1, demandedBy)
  })
}

/** New recovery codes take the place of all others, also in the journal. */
async function renew(run: Run, { account: as, password }: Person, app: AddedApp, oneTimeCode: string): Promise<void> {
  const renewed = await run.succeed(rule, 'users.renewRecoveryCodes', { as, body: { password, oneTimeCode } })
  const given = dataOf(renewed)['recoveryCodes']
  const codes = (Array.isArray(given) ? given : []).filter((code) => typeof code === 'string')
  const areOthers = codes.length > 1 && codes.every((code) => !app.codes.includes(code))
  run.verify(rule, renewed, areOthers, 'other recovery codes than before')
  if (!areOthers) throw new Blocked('there are no new recovery codes')
  for (const code of codes) run.secrets.add(code, 'RECOVERY_CODE')
  const noted = run.journal.add({ what: 'app', account: as.name, key: app.key, codes })
  run.journal.settle(app.noted)
  Object.assign(app, { codes, noted })
}
