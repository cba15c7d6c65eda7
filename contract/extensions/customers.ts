import * as z from 'zod/mini'
import { sentAddress } from './addresses'
import { routes } from '../client/tsRest'
import { customer } from '../customers'
import {
  acknowledged,
  extension,
  extensionRead,
  id,
  line,
  optionalEmail,
  optionalLine,
  shownNumber,
  someField,
  text,
} from '../schemas'
import { timelineEvent } from '../timeline'
import { idempotencyKey, ifMatch } from '../versions'
import { callRecord } from './calls'

/** What else is known of a customer; all of it may be empty. */
export const profileLines = { lastName: optionalLine(100), phone: optionalLine(40) }
const fields = z.object({
  firstName: line(100),
  /** Whoever has none is read a code to pay by (NO-06). */
  email: optionalEmail,
  ...profileLines,
  shippingAddress: sentAddress,
  note: text(5_000),
})

export const customerCreate = z.extend(
  z.partial(fields, { lastName: true, email: true, phone: true, shippingAddress: true, note: true }),
  { organizationId: id },
)
export type CustomerCreate = z.infer<typeof customerCreate>

/** The same of somebody new who is added with something of theirs, in its organization. */
export const newCustomer = z.omit(customerCreate, { organizationId: true })
export type NewCustomer = z.infer<typeof newCustomer>

/** What changes; an empty text clears what is optional. */
export const customerUpdate = z.partial(fields).check(someField)
export type CustomerUpdate = z.infer<typeof customerUpdate>

/** What is typed of a new customer so far. */
export const customerTyped = z.object({
  organizationId: id,
  email: z.optional(optionalLine(254)),
  phone: z.optional(optionalLine(50)),
  name: z.optional(optionalLine(201)),
  postalCode: z.optional(optionalLine(20)),
  country: z.optional(optionalLine(100)),
})
export type CustomerTyped = z.infer<typeof customerTyped>

/** A customer who may be the one that is typed, and by what (CU-02). */
export const customerAlike = z.extend(customer, {
  alike: z.array(z.catch(z.enum(['email', 'phone', 'name']), 'name')),
})
export type CustomerAlike = z.infer<typeof customerAlike>

/** One who became a part of the customer, and until when that can be undone (CU-04). */
export const mergedCustomer = z.object({ id, name: z.string(), mergedAt: z.string(), undoneUntil: z.string() })

/** A customer with what belongs to them beside their orders (CU-03). Only the id is demanded of a backend. */
export const customerRecord = z.extend(customer, {
  /** The newest first; of very many only those. */
  calls: z.nullish(z.array(callRecord)),
  callsCount: shownNumber,
  /** The newest first; of those that can still be undone. */
  merged: z.nullish(z.array(mergedCustomer)),
  /** The oldest first. */
  timeline: z.nullish(z.array(timelineEvent)),
})
export type CustomerRecord = z.infer<typeof customerRecord>

const side = z.optional(z.enum(['kept', 'other']))

/** How two customers become one: of which of both each field is. What is not chosen stays, unless only the other has it. */
export const customerMerge = z.object({
  /** Who becomes a part of the customer. */
  otherId: id,
  /** The version in which the other one was seen; a newer one is refused as outdated. */
  otherVersion: z.optional(z.int()),
  keep: z.object({
    name: side,
    email: side,
    phone: side,
    shippingAddress: side,
    note: z.optional(z.enum(['kept', 'other', 'both'])),
  }),
})
export type CustomerMerge = z.infer<typeof customerMerge>

const customerId = z.object({ customerId: id })

/**
 * Reading and changing one customer (CU-01, CU-03), who is there already (CU-02), making two one (CU-04), and undoing a
 * deletion (WF-05); lists come from search.
 */
export const customers = routes({
  get: {
    method: 'GET',
    path: '/customers/:customerId',
    summary: 'Read a customer with their calls and timeline; of one who was merged it is said with whom',
    metadata: extension,
    pathParams: customerId,
    responses: { 200: z.object({ data: customerRecord }) },
  },
  create: {
    method: 'POST',
    path: '/customers',
    summary: 'Add a customer to an organization',
    metadata: extension,
    headers: idempotencyKey,
    body: customerCreate,
    responses: { 200: z.object({ data: customer }) },
  },
  findAlike: {
    method: 'POST',
    path: '/customers/alike',
    summary:
      'Find who a customer that is typed may be already: by email address, by phone number, or by name and postal code',
    metadata: extensionRead,
    body: customerTyped,
    responses: { 200: z.object({ data: z.array(customerAlike) }) },
  },
  update: {
    method: 'PUT',
    path: '/customers/:customerId',
    summary: 'Change fields of a customer',
    metadata: extension,
    pathParams: customerId,
    headers: ifMatch,
    body: customerUpdate,
    responses: { 200: z.object({ data: customer }) },
  },
  delete: {
    method: 'DELETE',
    path: '/customers/:customerId',
    summary: 'Delete a customer',
    metadata: extension,
    pathParams: customerId,
    headers: ifMatch,
    body: z.optional(z.object({})),
    responses: { 200: acknowledged },
  },
  restore: {
    method: 'POST',
    path: '/customers/:customerId/restore',
    summary: 'Undo the deletion of a customer, within a day of it',
    metadata: extension,
    pathParams: customerId,
    body: z.object({}),
    responses: { 200: z.object({ data: customer }) },
  },
  merge: {
    method: 'POST',
    path: '/customers/:customerId/merge',
    summary: 'Make another customer a part of this one; orders and calls move',
    metadata: extension,
    pathParams: customerId,
    headers: { ...idempotencyKey, ...ifMatch },
    body: customerMerge,
    responses: { 200: z.object({ data: customerRecord }) },
  },
  unmerge: {
    method: 'POST',
    path: '/customers/:customerId/unmerge',
    summary: 'Undo that a customer was made a part of another, within a day of it; what moved goes back',
    metadata: extension,
    pathParams: customerId,
    body: z.object({}),
    responses: { 200: z.object({ data: customerRecord }) },
  },
})
