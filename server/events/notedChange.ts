/** A change as it is noted: which record, and nothing of what it holds. */
export interface NotedChange {
  /** Tells changes apart. */
  id: string
  /** The number of its transaction. */
  xid: string
  resource: string
  /** Null for all of the resource, when too much changed at once to name it. */
  recordId: string | null
  version: number | null
  kind: 'created' | 'updated' | 'deleted'
}
