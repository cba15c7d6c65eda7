import { answer, type Exchange, type Fault, isRecord } from '../exchange'
import { admits, answers, bearer, fault, isAlive, on, refusals } from '../make'

const acknowledged = () => answer(200, { success: true, message: 'Done' })

/** Whether the device of the path is one of the caller's. */
async function isOwnDevice(exchange: Exchange): Promise<boolean> {
  if (!(await isAlive(exchange))) return false
  const { text } = await exchange.ask('GET', '/api/v1/users/sessions', bearer(exchange))
  return text.includes(`"id":"${exchange.path.split('/').at(-1)}"`)
}

/** Where a user is signed in, and their password. */
export const devices: Fault[] = [
  fault(
    'device-goes-on',
    'signing a device out is acknowledged, and it goes on',
    on('users.endSession', async (exchange) => ((await isOwnDevice(exchange)) ? acknowledged() : exchange.send())),
  ),
  fault('device-of-anybody', 'whoever knows the id of a device signs it out', admits('users.endSession', [404])),
  fault(
    'devices-all-current',
    'every device is said to be the one that asks',
    answers('users.sessions', 'data', (rows) =>
      Array.isArray(rows) ? rows.map((row) => (isRecord(row) ? { ...row, isCurrent: true } : row)) : rows,
    ),
  ),
  fault('devices-tell-tokens', 'devices are listed with the token that lets them in', async (exchange) => {
    const reply = await exchange.send()
    const token = exchange.headers['authorization']?.slice('Bearer '.length)
    return exchange.call === 'users.sessions' && reply.status === 200
      ? { ...reply, text: reply.text.replace('"device":"', `"device":"${token} `) }
      : reply
  }),
  fault(
    'others-go-on',
    'signing out everywhere else is acknowledged, and nobody is signed out',
    on('users.endOtherSessions', async (exchange) => ((await isAlive(exchange)) ? acknowledged() : exchange.send())),
  ),
  fault(
    'password-unproven',
    'a password is changed by whoever does not know it',
    refusals('users.changePassword', [422], acknowledged),
  ),
  fault(
    'password-others-go-on',
    'a changed password is acknowledged, and the other sessions go on',
    on('users.changePassword', async (exchange) =>
      isRecord(exchange.body) &&
      exchange.body['currentPassword'] === exchange.body['password'] &&
      (await isAlive(exchange))
        ? acknowledged()
        : exchange.send(),
    ),
  ),
]
