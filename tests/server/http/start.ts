import type { FastifyInstance, InjectOptions } from 'fastify'
import { streamXlsxRows } from 'hucre/xlsx'
import { byteOrderMark, csvLine } from '../../../contract/rules/csv'
import { workbookType } from '../../../contract/schemas'
import { type AppOptions, buildApp } from '../../../server/app'
import { readConfig } from '../../../server/config'
import { type Database, openDatabase } from '../../../server/db/database'
import { demoPassword } from '../../../server/db/demo'
import { type Scratch, scratchDatabases, someDatabases } from '../postgres'

export interface Answer {
  status: number
  headers: Record<string, unknown>
  body: object
}

/** The server over one engine, with demo data. */
export interface Started {
  kind: Scratch['kind']
  app: FastifyInstance
  database: Database
  /** One call, as JSON; a body that is a text is sent as it is. */
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>
  /** The token of a new session. */
  login: (email: string) => Promise<string>
  stop: () => Promise<void>
}
interface CallOptions {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

export const demo = 'demo@offerdesk.example'
export const rival = 'rival@offerdesk.example'

const startOnEach = (scratches: readonly Scratch[], options: Partial<AppOptions>): Promise<Started[]> =>
  Promise.all(scratches.map((scratch) => start(scratch, options)))

/** The server on every engine there is. */
export const startEverywhere = async (options: Partial<AppOptions> = {}): Promise<Started[]> =>
  startOnEach(await scratchDatabases('demo'), options)

/** The server for what does not depend on the engine, on {@link someDatabases}. */
export const startSomewhere = async (options: Partial<AppOptions> = {}): Promise<Started[]> =>
  startOnEach(await someDatabases('demo'), options)

async function start(scratch: Scratch, options: Partial<AppOptions>): Promise<Started> {
  const database = await openDatabase(scratch)
  const started = await startOn(database, options)
  return {
    ...started,
    kind: scratch.kind,
    stop: async () => {
      // Connections that clients keep would be waited for.
      started.app.server.closeAllConnections()
      await started.app.close()
      await database.close()
      await scratch.stop()
    },
  }
}

/** What is in a workbook, as lines of CSV. */
async function linesOf(workbook: Uint8Array): Promise<string> {
  let lines = byteOrderMark
  for await (const { values } of streamXlsxRows(workbook)) {
    lines += csvLine(values.map((value) => (value instanceof Date ? value.toISOString() : value)))
  }
  return lines
}

/** Another node over an open database. */
export async function startOn(database: Database, options: Partial<AppOptions> = {}): Promise<Started> {
  const config = readConfig({ NODE_ENV: 'test' })
  const app = await buildApp({ database, config, version: 'test', appRoot: '/nowhere', ...options })
  const call: Started['call'] = async (method, path, { token, body, headers = {} } = {}) => {
    const request: InjectOptions = {
      method: method,
      url: path.startsWith('/api/') ? path : `/api/v1${path}`,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    }
    const response = await app.inject(request)
    const isJson = String(response.headers['content-type']).includes('json')
    const isWorkbook = response.headers['content-type'] === workbookType
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson
        ? response.json<object>()
        : { text: isWorkbook ? await linesOf(response.rawPayload) : response.payload },
    }
  }
  const login = async (email: string) => {
    const { body } = await call('POST', '/users/login', { body: { email, password: demoPassword } })
    return (body as { data: { token: string } }).data.token
  }
  return { kind: database.kind, app, database, call, login, stop: () => app.close() }
}

/** What of a person's organization a test needs to know. */
export interface Known {
  orgId: string
  campaignId: string
  offerId: string
  productId: string
  gatewayId: string
  pluginId: string
  customerId: string
  orderId: string
  fulfilmentId: string
}

/** Reads ids of a person's own organization through the API. */
export async function knownOf({ call }: Started, token: string): Promise<Known> {
  const read = async (method: string, path: string, body?: unknown) =>
    (await call(method, path, { token, body })).body as {
      data: { id: string; instance: { id: string }; offersCount: number }[]
    }
  const orgId = (await read('GET', '/organizations')).data[0]?.id ?? ''
  const first = async (resource: string, filters = {}) =>
    (await read('POST', '/search', { organizationId: orgId, resource, filters })).data[0]?.id ?? ''
  const campaigns = await read('POST', '/search', { organizationId: orgId, resource: 'campaigns', limit: 50 })
  const campaignId = campaigns.data.find(({ offersCount }) => offersCount > 3)?.id ?? ''
  return {
    orgId,
    campaignId,
    offerId: await first('offers', { campaignId }),
    productId: await first('products'),
    gatewayId: (await read('GET', `/gateways/instances?organizationId=${orgId}`)).data[0]?.id ?? '',
    customerId: await first('customers'),
    orderId: await first('orders'),
    fulfilmentId: await first('fulfillments'),
    pluginId: (await read('GET', `/plugins/installed?organizationId=${orgId}`)).data[0]?.instance.id ?? '',
  }
}
