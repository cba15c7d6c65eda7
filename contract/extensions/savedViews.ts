import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { savedName } from '../forms/savedNames'
import { listNames } from '../lists/names'
import { listNamed } from '../lists/tables'
import { listAddress, lostSentence, readListAddress } from '../rules/listAddress'
import { acknowledged, extension, id, noFields, shownText } from '../schemas'
import { idempotencyKey, ifMatch, version } from '../versions'

/** A list's address that somebody has named, for themselves or for everybody of the organization (WF-02). */
export const savedView = z.object({
  id,
  /** The resource of its list, which a later release may have no more. */
  list: z.string(),
  name: z.string(),
  /** As it was saved; the description of the list says what of it still holds. */
  address: z.record(z.string(), z.unknown()),
  isShared: z.boolean(),
  /** Whether the list begins with it for whoever asks. */
  isDefault: z.boolean(),
  createdByName: shownText,
  version,
  createdAt: shownText,
  updatedAt: shownText,
})
export type SavedView = z.infer<typeof savedView>

/** So many of one person in an organization at most, and so many that it shares. */
export const mostOwnViews = 50
export const mostSharedViews = 100

/** What is wrong with an address by the description of its list, in one sentence. */
export const whyNotAddress = (list: string, address: unknown): string | undefined => {
  const described = listNamed(list)
  return described && lostSentence(readListAddress(described, address).lost)
}

export const savedViewCreate = z
  .object({ organizationId: id, list: z.enum(listNames), name: savedName, address: listAddress })
  .check(
    z.check(({ value: { list, address }, issues }) => {
      const message = whyNotAddress(list, address)
      if (message) issues.push({ code: 'custom', input: address, path: ['address'], message })
    }),
  )
export const savedViewUpdate = z
  .partial(z.object({ name: savedName, address: listAddress }))
  .check(z.refine(({ name, address }) => name !== undefined || address !== undefined, noFields))

const ofOne = { metadata: extension, pathParams: z.object({ savedViewId: id }) }
const answered = { responses: { 200: z.object({ data: savedView }) } }

/** Lists as people come back to them: what they are narrowed to, their order and their columns, under a name. */
export const savedViews = routes({
  list: {
    method: 'GET',
    path: '/saved-views',
    summary: 'List the views of lists that the user has saved in an organization, and those that are shared there',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(savedView) }) },
  },
  create: {
    method: 'POST',
    path: '/saved-views',
    summary: 'Save a list as it is narrowed, sorted and shown under a name, for oneself',
    description: 'What the list does not know is refused with 422. A name is taken once among the own views of a list.',
    metadata: extension,
    headers: idempotencyKey,
    body: savedViewCreate,
    ...answered,
  },
  update: {
    method: 'PUT',
    path: '/saved-views/:savedViewId',
    summary: 'Rename a saved view, or have it show something else',
    description: 'One that is shared is changed by whoever may share views.',
    ...ofOne,
    headers: ifMatch,
    body: savedViewUpdate,
    ...answered,
  },
  share: {
    method: 'PUT',
    path: '/saved-views/:savedViewId/sharing',
    summary: 'Share a view with everybody of the organization, or no more',
    description: 'One that is shared no more belongs to whoever made it, or to who asks if they have left.',
    ...ofOne,
    headers: ifMatch,
    body: z.object({ isShared: z.boolean() }),
    ...answered,
  },
  setDefault: {
    method: 'PUT',
    path: '/saved-views/:savedViewId/default',
    summary: 'Have a list begin with a view, or no more, for oneself',
    ...ofOne,
    body: z.object({ isDefault: z.boolean() }),
    ...answered,
  },
  delete: {
    method: 'DELETE',
    path: '/saved-views/:savedViewId',
    summary: 'Delete a saved view; it can be restored for a day',
    ...ofOne,
    headers: ifMatch,
    body: z.optional(z.object({})),
    responses: { 200: acknowledged },
  },
  restore: {
    method: 'POST',
    path: '/saved-views/:savedViewId/restore',
    summary: 'Bring a deleted view back, within a day',
    ...ofOne,
    body: z.object({}),
    ...answered,
  },
})
