import * as z from 'zod/mini'
import { draftContent } from '../../contract/extensions/orderDrafts'
import type { KeptDraft } from '../../machines/orders/draftKeepingSetup'
import { read, stored, write } from './storage'

// Drafts that the server does not have yet. They outlive the page, and signing out; each is its person's alone.

const storeName = 'orderDrafts'

const done = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser stores nothing')))
  })

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= (async () => {
    const request = indexedDB.open('offerdesk', 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
    return done(request)
  })()
  // A browser that refuses once may be asked again.
  opening.catch(() => (opening = undefined))
  return opening
}

const storeFor = async (mode: IDBTransactionMode) => (await open()).transaction(storeName, mode).objectStore(storeName)

/** Changes what is stored. The browser has all of it at once, so that it does so also when the page is gone by then. */
async function change(make: (store: IDBObjectStore) => IDBRequest): Promise<void> {
  const store = await storeFor('readwrite')
  const request = make(store)
  store.transaction.commit()
  await done(request)
}

const kept = z.object({
  userId: z.string(),
  organizationId: z.string(),
  draftId: z.string(),
  title: z.string(),
  content: draftContent,
  kept: z.nullable(draftContent),
  version: z.nullable(z.int()),
  sent: z.optional(draftContent),
})

/** A person's draft, or what is left of it in the browser; throws when the browser stores nothing. */
export async function readStored(userId: string, draftId: string): Promise<KeptDraft | undefined> {
  const found: unknown = await done((await storeFor('readonly')).get(draftId))
  const draft = z.safeParse(kept, found)
  // What an older version of the app has stored in another way is not guessed at.
  return draft.success && draft.data.userId === userId ? draft.data : undefined
}

export async function writeStored(userId: string, draft: KeptDraft): Promise<void> {
  const { organizationId, draftId, title, content, kept: known, version, sent } = draft
  const stored = { userId, organizationId, draftId, title, content, kept: known, version, sent }
  await change((store) => store.put(stored, draftId))
}

export async function removeStored(draftId: string): Promise<void> {
  await change((store) => store.delete(draftId))
}

const placedKey = 'placedDraft'

/** What the browser remembers of new orders, beside the drafts themselves. */
export const ofNewOrders = {
  /** The campaign in which the person sold last (NO-01). */
  lastCampaignId: (organizationId: string) => read('localStorage', `lastCampaign.${organizationId}`) ?? undefined,
  setLastCampaignId: (organizationId: string, id: string | undefined) =>
    write('localStorage', `lastCampaign.${organizationId}`, id),
  /** The server has been told of it. */
  removeUntoldDraft: (id: string) => {
    const others = stored.untoldDrafts().filter((other) => other !== id)
    if (others.length < stored.untoldDrafts().length) write('localStorage', 'untoldDrafts', JSON.stringify(others))
  },
  /** The draft that was placed last, of which the other tabs hear. */
  setPlacedDraft: (id: string) => write('localStorage', placedKey, id),
}

/** Calls back when another tab has placed the draft (NO-04); answers how to stop listening. */
export function onPlacedElsewhere(draftId: string, placed: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === placedKey && newValue === draftId) placed()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
