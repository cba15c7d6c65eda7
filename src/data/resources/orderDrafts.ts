import { fromPromise } from 'xstate'
import { answer } from '../../../contract/client/client'
import { isNotFound } from '../../../contract/client/errors'
import type { OrderDraft, OrderDraftRow } from '../../../contract/extensions/orderDrafts'
import { isEnded, type KeptDraft, type OpenedDraft, placedOrder } from '../../../machines/orders/draftKeepingSetup'
import { emptyDraft, type OpenedOrder } from '../../../machines/orders/orderNewSetup'
import { isSameContent } from '../../../contract/rules/orderNew'
import type { Api } from '../api'
import { readAgain } from '../cache'
import { ofNewOrders, readStored, removeStored, writeStored } from '../../browser/storedDrafts'
import { upon } from '../../../contract/versions'
import { stored } from '../../browser/storage'
import { wholeList } from './wholeList'

/** One's own drafts, the one that was changed last first (NO-03). */
export const readDrafts = ({ extended }: Api, organizationId: string | undefined) =>
  wholeList<OrderDraftRow>('orderDrafts', organizationId, async (asked) => {
    const { reads } = await extended('orderDrafts')
    return answer(await reads.orderDrafts.list.query(asked)).data
  })

async function readDraft({ extended }: Api, draftId: string): Promise<OrderDraft> {
  const { client } = await extended('orderDrafts')
  return answer(await client.orderDrafts.get({ params: { draftId } })).data
}

async function keep({ extended, queryClient }: Api, draft: KeptDraft): Promise<OrderDraft> {
  const { organizationId, draftId, title, content, version } = draft
  const { client } = await extended('orderDrafts')
  const body = { organizationId, title, content }
  ofNewOrders.removeUntoldDraft(draftId)
  const kept = answer(await client.orderDrafts.keep({ params: { draftId }, ...upon(version), body })).data
  // Another one in the list.
  if (version === null) void readAgain(queryClient, 'orderDrafts').catch(() => undefined)
  return kept
}

export async function discardDraft({ extended }: Api, draftId: string): Promise<void> {
  const { client } = await extended('orderDrafts')
  await client.orderDrafts.discard({ params: { draftId }, body: undefined })
  await removeStored(draftId).catch(() => undefined)
}

interface DraftPlace {
  userId: string
  organizationId: string
  draftId: string
}

/** What the server and the browser have of a draft: nothing when it was discarded elsewhere, or became an order. */
export async function openDraft(api: Api, place: DraftPlace): Promise<Pick<OpenedOrder, 'draft' | 'placedOrder'>> {
  try {
    return { draft: await readBoth(api, place), placedOrder: null }
  } catch (error) {
    if (!isEnded(error)) throw error
    await removeStored(place.draftId).catch(() => undefined)
    return { draft: undefined, placedOrder: placedOrder(error) }
  }
}

async function readBoth(api: Api, { userId, organizationId, draftId }: DraftPlace): Promise<OpenedDraft | undefined> {
  const local = await readStored(userId, draftId).catch(() => undefined)
  // Of what was begun here and told to nobody yet, the server knows nothing.
  if (stored.untoldDrafts().includes(draftId)) return local ? openedAlone(local) : emptyDraft
  let server: OrderDraft | undefined
  try {
    server = await readDraft(api, draftId)
  } catch (error) {
    if (isEnded(error)) throw error
    if (isNotFound(error)) return local ? withoutServer(local) : emptyDraft
    if (local) return openedAlone(local)
    throw error
  }
  // An address may name a draft in another organization of the person (GE-04).
  if (server.organizationId !== organizationId) throw new Error('This draft belongs to another organization')
  const { title, content, version } = server
  const isKnown = !local || isSameContent(local.content, content)
  if (isKnown) return { title, content, kept: content, version, theirs: null }
  // What this browser sent last, and was reloaded before the answer came, is nobody else's.
  const isOwn = local.sent !== undefined && isSameContent(local.sent, content)
  if (local.version === version || isOwn) return { ...openedAlone(local), kept: content, version }
  return { ...openedAlone(local), theirs: server }
}

const openedAlone = ({ title, content, kept, version }: KeptDraft): OpenedDraft => ({
  title,
  content,
  kept,
  version,
  theirs: null,
})

const withoutServer = (local: KeptDraft): OpenedDraft | undefined =>
  local.version === null ? openedAlone(local) : undefined

/** What the keeper of a draft asks for, for one person. */
export const draftKeepingEffects = (api: Api, userId: string) => ({
  actors: {
    keepDraft: fromPromise<OrderDraft, KeptDraft>(({ input }) => {
      // So that it is known after a reload whose it is.
      void writeStored(userId, input).catch(() => undefined)
      return keep(api, input)
    }),
    rereadDraft: fromPromise<OrderDraft, Pick<KeptDraft, 'draftId'>>(({ input }) => readDraft(api, input.draftId)),
    storeDraft: fromPromise<void, KeptDraft>(async ({ input }) => {
      // What the server has need not be here.
      const isKept = input.kept !== null && isSameContent(input.content, input.kept)
      await (isKept ? removeStored(input.draftId) : writeStored(userId, input))
    }),
  },
  actions: {
    forgetDraft: ({ context }: { context: KeptDraft }) => void removeStored(context.draftId).catch(() => undefined),
  },
})

/** Sends what was typed last when the screen is left before it was sent; what can't be sent stays in the browser. */
export async function sendLast(api: Api, draft: KeptDraft): Promise<void> {
  if (isSameContent(draft.content, draft.kept ?? {})) return
  await keep(api, draft)
  await removeStored(draft.draftId)
}
