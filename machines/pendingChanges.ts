interface Change {
  changeId: string
  /** The query resource that shows it, such as `offers`. */
  resource: string
}

/** What a person already sees although the server has not confirmed it. */
export type PendingChange =
  | (Change & { kind: 'add' })
  | (Change & { kind: 'merge'; id: string; fields: object })
  | (Change & { kind: 'remove'; id: string })

/** The server's rows with all pending changes of their resource applied in order (EO-04, OT-09, EO-09). */
export function withPending<Row extends { id: string }>(
  rows: readonly Row[],
  resource: string,
  changes: readonly PendingChange[],
): Row[] {
  let shown = [...rows]
  for (const change of changes) {
    if (change.resource !== resource || change.kind === 'add') continue
    shown =
      change.kind === 'remove'
        ? shown.filter((row) => row.id !== change.id)
        : shown.map((row) => (row.id === change.id ? { ...row, ...change.fields } : row))
  }
  return shown
}

/** Whether a record of this resource is being added right now (DT-02). */
export const isAdding = (resource: string, changes: readonly PendingChange[]) =>
  changes.some((change) => change.kind === 'add' && change.resource === resource)
