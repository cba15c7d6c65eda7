import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { acknowledged, countInAddress, extension, id, oneLine, shownNumber, shownText } from '../schemas'

/** Whether a person may work in the organization now. */
export const memberStates = ['active', 'disabled'] as const

/** Somebody who belongs to an organization, as its owners see them (AU-01). */
export const organizationMember = z.object({
  /** The person's own, the same in all of their organizations. */
  id,
  name: shownText,
  email: shownText,
  state: z.enum(memberStates),
  joinedAt: shownText,
  /** In this organization, to the minute. */
  lastSeenAt: shownText,
  /** How many orders of the organization they have placed. */
  ordersCount: shownNumber,
  /** Whether they may change settings, and not only sell; said in these words alone (SE-12). */
  changesSettings: z.boolean(),
  /** Whether nobody would be left who may change settings, were it not for them. */
  isLastOwner: z.boolean(),
  /** Whether it is the one who asks. */
  isSelf: z.boolean(),
  /** Whether they have a second step at sign-in. */
  hasTwoSteps: z.nullish(z.boolean()),
  disabledAt: shownText,
  disabledByName: shownText,
})
export type OrganizationMember = z.infer<typeof organizationMember>

/** A device on which somebody has worked in the organization; where else they work is not told. */
export const memberDevice = z.object({
  id,
  /** In plain words, such as `Firefox on Windows`. */
  device: shownText,
  /** Where it was seen last, without the part that tells one line from its neighbours. */
  network: shownText,
  firstSeenAt: shownText,
  /** To the minute. */
  lastSeenAt: shownText,
})
export type MemberDevice = z.infer<typeof memberDevice>

/** What of a person's work somebody else has to go on with, once they are out. */
export const memberWork = z.object({
  /** Orders that are typed and not placed. */
  drafts: z.int(),
  callBacks: z.int(),
  /** Calls that are talked, or not wrapped up. */
  calls: z.int(),
})
export type MemberWork = z.infer<typeof memberWork>

/** The same person with their devices, the last seen first, and with what they have begun. */
export const memberRecord = z.extend(organizationMember, {
  organizationId: id,
  devices: z.array(memberDevice),
  work: memberWork,
})
export type MemberRecord = z.infer<typeof memberRecord>

/** Who goes on with what somebody has begun; needed as soon as there is anything. */
export const handOver = z.object({ handOverTo: z.optional(id) })

const ofOrganization = z.object({ organizationId: id })
const ofPerson = z.object({ organizationId: id, userId: id })
const responses = { 200: z.object({ data: organizationMember }) }

export const membersAsked = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(200), z.regex(oneLine))),
  state: z.optional(z.enum(memberStates)),
  sortBy: z._default(z.enum(['name', 'email', 'state', 'joinedAt', 'lastSeenAt', 'ordersCount']), 'name'),
  sortOrder: z._default(z.enum(['asc', 'desc']), 'asc'),
  limit: countInAddress(10, 100),
  page: countInAddress(1, 1_000_000),
})
export type MembersAsked = z.infer<typeof membersAsked>

/** Who belongs to an organization, for its owners; and leaving it, for everybody (AU-01). */
export const members = routes({
  list: {
    method: 'GET',
    path: '/organizations/:organizationId/users',
    summary: 'List who belongs to an organization, disabled or not; for owners. `q` finds by name and email',
    metadata: extension,
    pathParams: ofOrganization,
    query: membersAsked,
    responses: {
      200: z.object({ data: z.array(organizationMember), meta: z.object({ total: z.int().check(z.minimum(0)) }) }),
    },
  },
  get: {
    method: 'GET',
    path: '/organizations/:organizationId/users/:userId',
    summary: 'Read somebody who belongs to an organization; for owners, and of oneself for everybody',
    metadata: extension,
    pathParams: ofPerson,
    responses: { 200: z.object({ data: memberRecord }) },
  },
  disable: {
    method: 'POST',
    path: '/organizations/:organizationId/users/:userId/disable',
    summary: 'Keep somebody out of an organization until they are enabled again',
    description:
      'They are out at once: every call of theirs is refused, their event streams end, and who has no other organization ' +
      'has no session any more. What they have begun goes to a colleague; without one it is refused with 422.',
    metadata: extension,
    pathParams: ofPerson,
    body: handOver,
    responses,
  },
  enable: {
    method: 'POST',
    path: '/organizations/:organizationId/users/:userId/enable',
    summary: 'Let somebody work in an organization again',
    metadata: extension,
    pathParams: ofPerson,
    body: z.object({}),
    responses,
  },
  remove: {
    method: 'POST',
    path: '/organizations/:organizationId/users/:userId/remove',
    summary: 'Remove somebody from an organization; what they did stays under their name',
    metadata: extension,
    pathParams: ofPerson,
    body: handOver,
    responses: { 200: acknowledged },
  },
  setRole: {
    method: 'PUT',
    path: '/organizations/:organizationId/users/:userId/role',
    summary: 'Let somebody change settings as an owner does, or sell alone as an agent does; for owners',
    description:
      'It holds from their next call on, in every open window and for the tokens that they have made. Somebody who can change ' +
      'settings is left in every organization: the last of them is refused with 409.',
    metadata: extension,
    pathParams: ofPerson,
    body: z.object({ role: z.enum(['owner', 'agent']) }),
    responses,
  },
  leave: {
    method: 'POST',
    path: '/organizations/:organizationId/leave',
    summary: 'Leave an organization oneself; what one did stays under one’s name',
    metadata: extension,
    pathParams: ofOrganization,
    body: handOver,
    responses: { 200: acknowledged },
  },
})
