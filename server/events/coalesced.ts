import type { NotedChange } from './notedChange'

/**
 * One change of each record, in place of as many as were noted of it at once: an order that is paid is noted some twelve
 * times, by each of its parts. Nothing is lost by it, as whoever shows a record reads it again: it was made if it was made by
 * any of them, it is gone if it is gone by the last, and it has the newest version only where each of them was counted.
 */
export function coalesced(changes: readonly NotedChange[]): readonly NotedChange[] {
  const ofRecords = new Map<string, NotedChange>()
  for (const change of changes) {
    const key = `${change.resource} ${change.recordId}`
    const before = ofRecords.get(key)
    ofRecords.set(key, before ? merged(before, change) : change)
  }
  return ofRecords.size === changes.length ? changes : [...ofRecords.values()]
}

const merged = (before: NotedChange, change: NotedChange): NotedChange => ({
  ...change,
  version: before.version === null || change.version === null ? null : Math.max(before.version, change.version),
  kind: change.kind === 'updated' && before.kind === 'created' ? 'created' : change.kind,
})
