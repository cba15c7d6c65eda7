import { setTimeout as pause } from 'node:timers/promises'
import { demoPaymentTokens } from '../../../../server/db/demo'
import { answer, changed, type Fault, isRecord, isSuccess, parsed, type Reply, valueAt, withBody } from '../exchange'
import { answers, crashes, fault, on, refusals, replies, requests, textOf } from '../make'

/** Takes a password in place of the one that has signed in before. */
const takesPassword = (id: string, about: string, isTaken: (right: string, given: string) => boolean): Fault => ({
  id,
  about,
  make: () => {
    const passwords = new Map<string, string>()
    return on('users.login', async (exchange) => {
      const reply = await exchange.send()
      const [email, given] = [textOf(exchange, 'email').trim().toLowerCase(), textOf(exchange, 'password')]
      if (isSuccess(reply)) passwords.set(email, given)
      const password = passwords.get(email)
      return reply.status === 401 && password !== undefined && isRecord(exchange.body) && isTaken(password, given)
        ? exchange.send({ body: { ...exchange.body, password } })
        : reply
    })
  },
})

/** Knows an account once somebody has signed in to it. */
function tellsKnown(id: string, about: string, tell: (reply: Reply, isKnown: boolean) => Reply, calls: string): Fault {
  return {
    id,
    about,
    make: () => {
      const known = new Set<string>()
      return async (exchange) => {
        const reply = await exchange.send()
        const email = textOf(exchange, 'email').trim().toLowerCase()
        if (exchange.call === 'users.login' && isSuccess(reply)) known.add(email)
        return calls.split(' ').includes(exchange.call) &&
          email !== '' &&
          (calls !== 'users.login' || reply.status === 401)
          ? tell(reply, known.has(email))
          : reply
      }
    },
  }
}

const anyAddress: Fault = {
  id: 'password-of-anybody',
  about: "an address that nobody has signs in with somebody's password",
  make: () => {
    const emails = new Map<string, string>()
    return on('users.login', async (exchange) => {
      const reply = await exchange.send()
      const password = textOf(exchange, 'password')
      if (isSuccess(reply)) emails.set(password, textOf(exchange, 'email'))
      const email = emails.get(password)
      return reply.status === 401 && email !== undefined && isRecord(exchange.body)
        ? exchange.send({ body: { ...exchange.body, email } })
        : reply
    })
  },
}

const refusalOf = (status: number, message: string) =>
  answer(status, { success: false, message, error: { code: 'unknown_account', message } })

const oldNameAtLogin: Fault = {
  id: 'login-old-name',
  about: 'signing in answers the name that the user had at first',
  make: () => {
    const names = new Map<unknown, unknown>()
    return replies('users.login', (reply) => {
      const answered = parsed(reply.text)
      const email = valueAt(answered, 'data.user.email')
      if (!names.has(email)) names.set(email, valueAt(answered, 'data.user.name'))
      return withBody(
        reply,
        changed(answered, 'data.user.name', () => names.get(email)),
      )
    })
  },
}

const paymentTokenCase: Fault = {
  id: 'payment-token-case',
  about: 'a payment token is compared without its case',
  make: () => {
    let opened: string | undefined
    return on('orders.getByToken', async (exchange) => {
      const reply = await exchange.send()
      if (isSuccess(reply)) opened = exchange.path
      const isNear = reply.status === 404 && opened?.toLowerCase() === exchange.path.toLowerCase()
      return isNear && opened !== undefined ? exchange.send({ path: opened }) : reply
    })
  },
}

/** A condition in place of a password is passed on to the database. */
const passwordOperator: Fault = {
  id: 'password-operator',
  about: 'a condition such as {"$ne": ""} in place of the password signs in',
  make: () => {
    const passwords = new Map<string, string>()
    return on('users.login', async (exchange) => {
      const reply = await exchange.send()
      const email = textOf(exchange, 'email').trim().toLowerCase()
      if (isSuccess(reply)) passwords.set(email, textOf(exchange, 'password'))
      const password = passwords.get(email)
      const given = isRecord(exchange.body) ? exchange.body['password'] : undefined
      const isCondition = isRecord(given) && Object.keys(given).some((name) => name.startsWith('$'))
      return isCondition && password !== undefined ? exchange.send({ body: { email, password } }) : reply
    })
  },
}

const loginTellsByHeader: Fault = {
  id: 'login-tells-by-header',
  about: 'only a wrong password of an account that exists has a header with the tries left',
  make: () => {
    const accounts = new Set<string>()
    return on('users.login', async (exchange) => {
      const reply = await exchange.send()
      const email = textOf(exchange, 'email').trim().toLowerCase()
      if (isSuccess(reply)) accounts.add(email)
      const isKnown = reply.status === 401 && accounts.has(email)
      return isKnown ? { ...reply, headers: { ...reply.headers, 'x-attempts-left': '4' } } : reply
    })
  },
}

/** Reads, waits, and writes the name and the organization's name together. */
const profileLostUpdate = fault(
  'profile-lost-update',
  'of two updates of a profile at once one undoes the other',
  on('users.update', async (exchange) => {
    const token = (exchange.headers['authorization'] ?? '').replace(/^Bearer /i, '')
    const { text } = await exchange.ask('GET', '/api/v1/users/me', token)
    const kept = ['name', 'organizationName'].flatMap((field) => {
      const value = valueAt(parsed(text), `data.${field}`)
      return typeof value === 'string' && value !== '' ? [[field, value] as const] : []
    })
    if (kept.length === 0 || !isRecord(exchange.body)) return exchange.send()
    await pause(40)
    return exchange.send({ body: { ...Object.fromEntries(kept), ...exchange.body } })
  }),
)

/** Signing in and out, and the own profile. */
export const sessions = [
  takesPassword('wrong-password', 'a wrong password of a known account is accepted', () => true),
  takesPassword(
    'password-case',
    'a password is compared without its case',
    (right, given) => right.toLowerCase() === given.toLowerCase(),
  ),
  tellsKnown(
    'login-tells-by-text',
    'the message tells whether an account exists',
    (reply, isKnown) =>
      isKnown
        ? reply
        : withBody(
            reply,
            changed(parsed(reply.text), 'message', () => 'There is no such account'),
          ),
    'users.login',
  ),
  tellsKnown(
    'login-tells-by-code',
    'the error code tells whether an account exists',
    (reply, isKnown) =>
      isKnown
        ? withBody(
            reply,
            changed(parsed(reply.text), 'error.code', () => 'wrong_password'),
          )
        : reply,
    'users.login',
  ),
  tellsKnown(
    'login-tells-by-status',
    'the status tells whether an account exists',
    (reply, isKnown) => (isKnown ? reply : { ...reply, status: 404 }),
    'users.login',
  ),
  tellsKnown(
    'reset-tells',
    'asking for a reset tells whether an account exists',
    (reply, isKnown) => (isKnown || !isSuccess(reply) ? reply : refusalOf(404, 'There is no such account')),
    'users.startPasswordReset',
  ),
  tellsKnown(
    'reset-tells-by-text',
    "a reset's message tells whether an account exists",
    (reply, isKnown) =>
      isKnown && isSuccess(reply)
        ? withBody(
            reply,
            changed(parsed(reply.text), 'message', () => 'We sent a mail to your account'),
          )
        : reply,
    'users.startPasswordReset',
  ),
  tellsKnown(
    'signup-tells',
    'asking for a sign-up tells whether an account exists',
    (reply, isKnown) => (isKnown && isSuccess(reply) ? refusalOf(409, 'There is an account already') : reply),
    'users.signup',
  ),
  fault(
    'me-password-hash',
    'users/me has the hash of the password',
    answers('users.me', 'data', (user) =>
      isRecord(user) ? { ...user, passwordHash: '$argon2id$v=19$m=19456' } : user,
    ),
  ),
  fault(
    'login-wrong-user',
    'signing in answers the user with another email',
    answers('users.login', 'data.user.email', () => 'someone@else.example'),
  ),
  fault(
    'login-dead-token',
    'signing in answers a token that opens nothing',
    answers('users.login', 'data.token', (token) => `${String(token)}x`),
  ),
  fault(
    'profile-no-effect',
    'changing the profile answers the change and forgets it',
    on('users.update', async (exchange) => {
      const reply = await exchange.ask('GET', '/api/v1/users/me', exchange.headers['authorization']?.slice(7) ?? '')
      const user = valueAt(parsed(reply.text), 'data')
      const isAcceptable =
        isRecord(exchange.body) &&
        Object.values(exchange.body).every(
          (value) => typeof value === 'string' && value.trim() !== '' && value.length < 100,
        )
      if (!isSuccess(reply) || !isAcceptable) return exchange.send()
      return answer(200, {
        success: true,
        message: 'Saved',
        data: { user: { ...(user as object), ...(exchange.body as object) } },
      })
    }),
  ),
  fault(
    'profile-organization-dropped',
    "the profile's organization name is not kept",
    requests('users.update', 'organizationName', (name) => (typeof name === 'string' ? 'Northwind' : name)),
  ),
  fault(
    'profile-name-upper-case',
    "the profile's name is kept in upper case",
    requests('users.update', 'name', (name) => (typeof name === 'string' ? name.toUpperCase() : name)),
  ),
  fault(
    'profile-old-answer',
    'changing the profile answers the user as it was',
    on('users.update', async (exchange) => {
      const before = await exchange.ask('GET', '/api/v1/users/me', exchange.headers['authorization']?.slice(7) ?? '')
      const reply = await exchange.send()
      return isSuccess(reply)
        ? withBody(
            reply,
            changed(parsed(reply.text), 'data.user', () => valueAt(parsed(before.text), 'data')),
          )
        : reply
    }),
  ),
  fault(
    'expiry-of-a-month',
    'a payment link expires after a month',
    answers('orders.getByToken', 'expiresAt', (moment) =>
      new Date(Date.parse(String(moment)) + 30 * 86_400_000).toISOString(),
    ),
  ),
  fault(
    'expired-payment-link',
    'a payment link that is said to be expired still opens',
    answers('orders.getByToken', 'expiresAt', () => '2020-01-01T00:00:00.000Z'),
  ),
  fault(
    'order-changes',
    "the order's id is another at each reading",
    replies('orders.getByToken', (reply) =>
      withBody(
        reply,
        changed(parsed(reply.text), 'id', (id) => `${String(id)}-${Math.random()}`),
      ),
    ),
  ),
  fault(
    'payment-token-500',
    'an unknown payment token answers 500',
    refusals('orders.getByToken', [404], () => refusalOf(500, 'Something went wrong')),
  ),
  anyAddress,
  fault(
    'expired-link-opens',
    'a payment link opens its order after its end',
    refusals('orders.getByToken', [404], (reply, exchange) =>
      /expired/.test(reply.text)
        ? exchange.send({ path: exchange.path.replace(/[^/]+$/, demoPaymentTokens.open) })
        : reply,
    ),
  ),
  fault(
    'profile-name-emptied',
    'changing the profile without its name makes the name a dash',
    on('users.update', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !isRecord(exchange.body) || 'name' in exchange.body) return reply
      return exchange.send({ body: { ...exchange.body, name: '-' } })
    }),
  ),
  takesPassword('password-beginning', 'the beginning of a password is enough', (right, given) =>
    right.startsWith(given),
  ),
  takesPassword('password-blanks', 'blanks around a password are left out', (right, given) => right === given.trim()),
  fault(
    'login-email-case',
    'an address in capital letters is unknown',
    on('users.login', (exchange) =>
      /[A-Z]/.test(textOf(exchange, 'email'))
        ? exchange.send({ body: { email: 'nobody@unknown.example', password: 'wrong' } })
        : exchange.send(),
    ),
  ),
  oldNameAtLogin,
  paymentTokenCase,
  fault(
    'payment-page-signed-in',
    'a payment link opens nothing for who sends the token of a session',
    on('orders.getByToken', (exchange) =>
      exchange.headers['authorization'] === undefined
        ? exchange.send()
        : Promise.resolve(refusalOf(401, 'Sign in to continue')),
    ),
  ),
  fault(
    'login-nul-500',
    'a password with a NUL in it answers 500',
    crashes('users.login', (exchange) => textOf(exchange, 'password').includes('\0')),
  ),
  fault(
    'login-72-bytes-500',
    'a password of more than 72 bytes answers 500',
    crashes('users.login', (exchange) => Buffer.byteLength(textOf(exchange, 'password')) > 72),
  ),
  passwordOperator,
  loginTellsByHeader,
  fault(
    'cookie-before-token',
    'a cookie is looked at before the token, and with one nobody is known',
    on('*', async (exchange) => {
      const reply = await exchange.send()
      const isOut = exchange.headers['cookie'] !== undefined && isSuccess(reply)
      return isOut ? refusalOf(401, 'Sign in to continue') : reply
    }),
  ),
  profileLostUpdate,
]
