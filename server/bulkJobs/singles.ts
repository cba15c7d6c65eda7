import * as z from 'zod/mini'
import { contract } from '../../contract'
import type { Action } from '../../contract/permissions'
import type { SingleAction } from '../../contract/rules/bulkJobs'
import { versionTag } from '../../contract/versions'
import type { Caller } from '../auth/sessions'
import type { Write } from '../auth/withRecord'
import type { Database } from '../db/database'
import type { Transaction } from '../db/transactions'
import { invalid } from '../http/errors'
import { whyWrong } from '../http/wrongFields'
import { customerHandlers } from '../routes/customers'
import { fulfilmentHandlers } from '../routes/fulfilments'
import { offerHandlers } from '../routes/offers'
import { productHandlers } from '../routes/products'

export interface BulkServices {
  database: Database
  now: () => Date
}

interface Single {
  write: Write<never, unknown>
  /** The parameter of its path that is the record's id. */
  param: string
  body: unknown
}

/** The handlers of the single actions, which are done with each record of a job as if somebody had asked for them. */
export function singlesOf(services: BulkServices) {
  const products = productHandlers(services)
  const customers = customerHandlers(services)
  const fulfilments = fulfilmentHandlers(services)
  const singles: Record<SingleAction, Single> = {
    'offers.update': { write: offerHandlers.update, param: 'offerId', body: contract.offers.update.body },
    'offers.delete': { write: offerHandlers.delete, param: 'offerId', body: contract.offers.delete.body },
    'offers.restore': { write: offerHandlers.restore, param: 'offerId', body: contract.offers.restore.body },
    'products.update': { write: products.update, param: 'productId', body: contract.products.update.body },
    'products.archive': { write: products.archive, param: 'productId', body: contract.products.archive.body },
    'products.restore': { write: products.restore, param: 'productId', body: contract.products.restore.body },
    'customers.delete': { write: customers.delete, param: 'customerId', body: contract.customers.delete.body },
    'customers.restore': { write: customers.restore, param: 'customerId', body: contract.customers.restore.body },
    'fulfilments.ship': { write: fulfilments.ship, param: 'fulfilmentId', body: contract.fulfilments.ship.body },
    'fulfilments.deliver': {
      write: fulfilments.deliver,
      param: 'fulfilmentId',
      body: contract.fulfilments.deliver.body,
    },
  }
  return singles
}
export type Singles = ReturnType<typeof singlesOf>

export interface AskedSingle {
  action: SingleAction
  id: string
  body: object
  caller: Caller
  /** The version that the record must have. */
  version: number | null
}

const versioned = z.object({ data: z.object({ version: z.int() }) })

/**
 * Asks for a single action within a transaction, so that its change and what is noted of it are there together or not at all.
 * Returns the version that it made, where it tells one. Throws what its caller would be refused with.
 */
export async function askSingle(
  { database, now }: BulkServices,
  singles: Singles,
  tx: Transaction,
  { action, id, body, caller, version }: AskedSingle,
): Promise<number | null> {
  const { write, param, body: schema } = singles[action]
  const asked = {
    params: { [param]: id },
    headers: version === null ? {} : { 'if-match': versionTag(version) },
    body: readBody(schema, body),
    caller,
  }
  const within = { ...database, tenant: <T>(_: string, work: (inner: Transaction) => Promise<T>) => work(tx) }
  // Each has its own parameter and body, which the schema of its own call has read.
  const answer = await write.perform(asked as never, action satisfies Action, { database: within, now })
  const made = z.safeParse(versioned, answer)
  return made.success ? made.data.data.version : null
}

function readBody(schema: unknown, body: object): unknown {
  if (!(schema instanceof z.ZodMiniType)) return body
  const read = z.safeParse(schema, body, { error: whyWrong })
  if (read.success) return read.data
  throw invalid(read.error.issues.map(({ path, message }) => ({ path: ['body', ...path].join('.'), message })))
}
