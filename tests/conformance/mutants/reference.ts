import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../../server/db/database'
import { demoLogins, demoPassword, demoPaymentTokens } from '../../../server/db/demo'
import { copyOf, type Scratch, scratchDatabase } from '../../server/postgres'
import { parsed, valueAt } from './exchange'
import { endLasting, serveLasting } from './lastingServers'

export const [first, second] = demoLogins
export const password = demoPassword

const secretKey = randomBytes(32).toString('base64')

export interface Reference {
  url: string
  /** Sessions of both demo accounts. */
  tokens: string[]
  /** Of a payment page that is open. */
  orderToken: string
  /** Of one whose link has expired. */
  expiredOrderToken: string
  stop: () => Promise<void>
}

/** Demo data that every server begins with a copy of: none is touched by what another was asked to do. */
export async function prepareData(): Promise<Scratch> {
  const data = await scratchDatabase('demo')
  const database = await openDatabase(data)
  // So that it shows how tax is rounded.
  await database.system((tx) => tx.execute(sql`update organizations set tax_rate = 8250`))
  await database.close()
  const stop = async () => {
    endLasting()
    await data.stop()
  }
  return { ...data, stop }
}

/** The reference server in a process beside this one, over a copy of the data. */
export async function startReference(data: Scratch): Promise<Reference> {
  const copy = await copyOf(data)
  const { dataDir, databaseUrl = '' } = copy
  // The checker checks the answers; a server that does so too takes twice the time.
  const server = await serveLasting({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey,
    LOG_LEVEL: 'silent',
    VALIDATE_ANSWERS: '0',
  })
  return {
    url: server.url,
    tokens: await Promise.all([first, second].map((email) => signIn(server.url, email))),
    orderToken: demoPaymentTokens.open,
    expiredOrderToken: demoPaymentTokens.expired,
    stop: async () => {
      await server.stop()
      await copy.stop()
    },
  }
}

/** How a server is checked as a whole, at its own address or through something in between. */
export const checkOptionsOf = ({ orderToken, expiredOrderToken }: Reference, baseUrl: string) => ({
  baseUrl,
  email: first,
  password,
  secondEmail: second,
  secondPassword: password,
  orderToken,
  expiredOrderToken,
  level: 'full' as const,
  readOnly: false,
})

async function signIn(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return String(valueAt(parsed(await response.text()), 'data.token'))
}
