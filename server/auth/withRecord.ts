import type { Action } from '../../contract/permissions'
import type { Database } from '../db/database'
import type { Happening } from '../db/lives'
import { type RecordKind, refuseOutdated } from '../db/recordKind'
import type { Transaction } from '../db/transactions'
import { collaborationOf, type KnownCollaboration } from '../collaborations/record'
import { soldBy } from '../collaborations/sales'
import { notFound } from '../http/errors'
import { createdOnlyNew, type Repeating } from '../http/idempotency'
import { inOwningOrganization, ownMembership, refuseForbidden } from './access'
import { narrowedTo, seesOrders } from './ownOrders'
import { relationTo } from './relation'
import type { Caller } from './sessions'

interface Asked {
  headers?: { 'if-match'?: string | undefined; 'idempotency-key'?: string | undefined }
  params?: unknown
  body?: unknown
  caller: Caller
}
interface AskedOfRecord<Param extends string> extends Asked {
  params: Record<Param, string>
}
interface AskedOfOrganization extends Asked {
  body: { organizationId: string }
}

/** Where a write is carried out. */
interface InOrganization {
  orgId: string
  now: Date
}
interface OnRecord extends InOrganization {
  id: string
}
interface InTransaction {
  tx: Transaction
}
interface WithRow<Row> {
  record: Row
  /** For the record's timeline. */
  happening: Happening
}

/** What has become by now of what was made, for whoever asks for it again with its key. */
type Again<Made, Within> = (made: Made, within: Within & InTransaction) => Promise<Made>

/** Carries out what was asked, as the contract names it. */
type Perform<Request, Answer> = (
  asked: Request,
  action: Action,
  services: { database: Database; now: () => Date },
) => Promise<Answer>

/**
 * What handles a write of the contract. The class is nobody else's, so that every write is made by what stands below,
 * which asks for the permission of the write's own name: a handler that does not is none, and does not compile.
 */
class PermittedWrite<in Request, out Answer> {
  readonly #perform: Perform<Request, Answer>

  constructor(perform: Perform<Request, Answer>) {
    this.#perform = perform
  }

  perform(...asked: Parameters<Perform<Request, Answer>>): Promise<Answer> {
    return this.#perform(...asked)
  }
}
export type Write<Request, Answer> = PermittedWrite<Request, Answer>

export const isWrite = (handler: unknown): handler is Write<unknown, unknown> => handler instanceof PermittedWrite

/**
 * A write to one record: finds it in one of the caller's organizations, or answers a 404 that tells nothing of others;
 * asks for the permission (403); answers a repeated creation as before; refuses what is outdated (409); and does `work`,
 * which says by undefined that there is no such record. What must be outside of the transaction is left to `answer`.
 */
export function withRecord<Row, Param extends string, Request extends AskedOfRecord<Param>, Shown>(
  kind: RecordKind<Row, Param>,
  work: (within: Request & OnRecord & InTransaction & WithRow<Row>) => Promise<Shown | undefined>,
): Write<Request, { data: Shown }>
export function withRecord<Row, Param extends string, Request extends AskedOfRecord<Param>, Made, Answer>(
  kind: RecordKind<Row, Param>,
  work: (within: Request & OnRecord & InTransaction & WithRow<Row>) => Promise<Made | undefined>,
  answer: (made: Made, within: Request & OnRecord) => Answer | Promise<Answer>,
  again?: Again<Made, Request & OnRecord>,
): Write<Request, Answer>
export function withRecord<Row, Param extends string, Request extends AskedOfRecord<Param>, Made>(
  kind: RecordKind<Row, Param>,
  work: (within: Request & OnRecord & InTransaction & WithRow<Row>) => Promise<Made | undefined>,
  answer: (made: Made, within: Request & OnRecord) => unknown = shown,
  again?: Again<Made, Request & OnRecord>,
): Write<Request, unknown> {
  const { resource, noun, param, find, versions } = kind
  return new PermittedWrite(async (asked, action, { database, now }) => {
    const { caller, headers = {} } = asked
    const id = asked.params[param].toLowerCase()
    const done = await inOwningOrganization(database, caller, id, noun, async (tx, orgId, membership) => {
      const record = await find(tx, { orgId, id, caller, now: now() })
      if (record === undefined) return undefined
      const place = { orgId, id, caller, now: now() }
      const orderId = kind.orderOf?.(record) ?? undefined
      if (orderId !== undefined && !(await seesOrders(tx, place, [orderId]))) return undefined
      refuseForbidden(membership, action, { relation: await relationTo(tx, kind, record, place) })
      const make = async () => {
        if (versions) await refuseOutdated(tx, versions.table, [orgId, id], headers, () => versions.read(tx, place))
        const happening = { orgId, resource, recordId: id, caller, now: place.now }
        return work({ ...asked, ...place, tx, record, happening })
      }
      const repeating = again && { again: (kept: Made) => again(kept, { ...asked, ...place, tx }) }
      const made = await createdOnlyNew(tx, orgId, asked, { action, now: place.now }, make, repeating)
      return made === undefined ? undefined : { made, orgId }
    })
    return answer(done.made, { ...asked, id, orgId: done.orgId, now: now() })
  })
}

/**
 * A write to an organization, such as a creation: answers a 404 for one that is not the caller's, asks for the permission
 * (403), answers a repeated creation as before, and does `work`, which says by undefined that there is no such `noun`. What
 * must be outside of the transaction is left to `answer`; `repeating` says what is kept for whoever asks again.
 */
export function inOrganization<Request extends AskedOfOrganization, Shown>(
  noun: string,
  work: (within: Request & InOrganization & InTransaction) => Promise<Shown | undefined>,
): Write<Request, { data: Shown }>
export function inOrganization<Request extends AskedOfOrganization, Made, Answer>(
  noun: string,
  work: (within: Request & InOrganization & InTransaction) => Promise<Made | undefined>,
  answer: (made: Made, within: Request & InOrganization) => Answer | Promise<Answer>,
  repeating?: Repeating<Request, Made>,
): Write<Request, Answer>
export function inOrganization<Request extends AskedOfOrganization, Made>(
  noun: string,
  work: (within: Request & InOrganization & InTransaction) => Promise<Made | undefined>,
  answer: (made: Made, within: Request & InOrganization) => unknown = shown,
  repeating?: Repeating<Request, Made>,
): Write<Request, unknown> {
  return new PermittedWrite(async (asked, action, { database, now }) => {
    const membership = ownMembership(asked.caller, asked.body.organizationId)
    refuseForbidden(membership, action)
    const { orgId } = membership
    const made = await database.tenant(orgId, (tx) =>
      createdOnlyNew(
        tx,
        orgId,
        asked,
        { action, now: now() },
        () => work({ ...asked, orgId, now: now(), tx }),
        repeating,
      ),
    )
    if (made === undefined) throw notFound(noun)
    return answer(made, { ...asked, orgId, now: now() })
  })
}

/** By which collaboration an organization sells. */
interface SoldBy {
  collaboration: KnownCollaboration
}

/** What is done to an order that has been sold. */
interface OfSold<Made, Within> {
  /** Throws why it can't be done now, before what was made before is answered again. */
  refuse: (within: Within & InTransaction) => Promise<void>
  again?: Again<Made, Within>
}

/**
 * A write to what another organization shares, such as a sale: asks for the permission in the organization that it is
 * shared with, finds the collaboration as that one sees it, and does `work` in a transaction that the policies of the database keep
 * to what may be sold by it. A repeated creation is answered as before. With `ofSold` it is done to what has been sold, and by
 * who sees their own orders alone to those alone.
 */
export const byCollaboration = <Request extends AskedOfOrganization & AskedOfRecord<'collaborationId'>, Made, Answer>(
  work: (within: Request & InOrganization & InTransaction & SoldBy) => Promise<Made>,
  answer: (made: Made, within: SoldBy) => Answer | Promise<Answer>,
  ofSold?: OfSold<Made, NoInfer<Request> & InOrganization & SoldBy>,
): Write<Request, Answer> =>
  new PermittedWrite(async (asked, action, { database, now }) => {
    const membership = ownMembership(asked.caller, asked.body.organizationId)
    refuseForbidden(membership, action)
    const id = asked.params.collaborationId.toLowerCase()
    const partnerId = membership.orgId
    const known = await database.tenant(partnerId, (tx) => collaborationOf(tx, partnerId, id))
    // What was sold by it is the partner's, and is there for nobody else.
    if (ofSold && known?.partnerOrgId !== partnerId) throw notFound('Order')
    const collaboration = soldBy(known, partnerId)
    const { orgId } = collaboration
    const personId = ofSold ? narrowedTo(asked.caller, partnerId) : undefined
    const made = await database.selling({ orgId, partnerId, collaborationId: id, personId }, async (tx) => {
      const within = { ...asked, orgId, now: now(), tx, collaboration }
      await ofSold?.refuse(within)
      const { again } = ofSold ?? {}
      const repeating = again && { again: (kept: Made) => again(kept, within) }
      return createdOnlyNew(tx, orgId, asked, { action, now: within.now }, () => work(within), repeating)
    })
    if (made === undefined) throw notFound('Collaboration')
    return answer(made, { collaboration })
  })

const shown = (data: unknown): unknown => ({ data })

/** The answer of a write that has nothing to show. */
export const acknowledging = (message: string) => () => ({ success: true, message })

/**
 * The same write, once another one of whoever may do it has tried whether it can be done, outside of its transaction. The
 * trial keeps nothing, no key of a creation either.
 */
export const afterTrial = <Request extends Asked, Answer>(
  trial: Write<Request, unknown>,
  write: Write<Request, Answer>,
): Write<Request, Answer> =>
  new PermittedWrite(async (asked, action, services) => {
    await trial.perform({ ...asked, headers: { ...asked.headers, 'idempotency-key': undefined } }, action, services)
    return write.perform(asked, action, services)
  })

/** The same write, while something else holds that `begin` begins and that what it returns ends, however the write ends. */
export const meanwhile = <Request, Answer>(
  write: Write<Request, Answer>,
  begin: (asked: Request) => () => void,
): Write<Request, Answer> =>
  new PermittedWrite(async (asked, action, services) => {
    const end = begin(asked)
    try {
      return await write.perform(asked, action, services)
    } finally {
      end()
    }
  })

/**
 * The same write behind another one, each in a transaction of its own: what `first` takes is there for `then`, and nobody
 * waits for it until that ends. When it fails, `undo` gives back what was taken.
 */
export const inSteps = <Request, Answer>(
  first: Write<Request, Answer>,
  then: Write<Request, Answer>,
  undo: Write<Request, Answer>,
): Write<Request, Answer> =>
  new PermittedWrite(async (asked, action, services) => {
    await first.perform(asked, action, services)
    try {
      return await then.perform(asked, action, services)
    } catch (error) {
      await undo.perform(asked, action, services)
      throw error
    }
  })
