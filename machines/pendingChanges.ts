import { sendParent } from 'xstate'

interface Place {
  /** The resource whose lists and records show it, such as `offers`. */
  resource: string
}

/** What a flow shows before the server has confirmed it. */
export type Change =
  | (Place & { kind: 'add' })
  | (Place & { kind: 'merge'; id: string; fields: object })
  | (Place & { kind: 'remove'; id: string })

/** A change that a person already sees although no answer of the server carries it. */
export type PendingChange = Change & {
  /** The flow that made it; a flow has one at a time. */
  changeId: string
  /** The reread that ends it, once the server has confirmed it. */
  rereadId?: string
}

/** What a flow tells the workspace about its change. */
export type ChangeEvent =
  | { type: 'change.show'; change: PendingChange }
  /** The server took it: it stays until a reread answer carries it. */
  | { type: 'change.confirm'; changeId: string }
  /** It was refused, or nobody knows: it goes at once, and what the server holds is read again. */
  | { type: 'change.revert'; changeId: string }

/** An action that any machine can have; xstate's own types bind an action to the events of one machine. */
export type SharedAction<Params, Context = object> = (args: { context: Context }, params: Params) => void

const tell = <Params>(event: (changeId: string, params: Params) => ChangeEvent) =>
  // An action of xstate's is such a function, to be called by xstate only.
  sendParent(({ self }, params: Params & undefined) => event(self.id, params)) as unknown as SharedAction<Params>

/** The actions of a flow that shows its change before it is confirmed: `setup({ … }).extend(changeParts)`. */
export const changeParts = {
  actions: {
    showChange: tell((changeId, change: Change) => ({ type: 'change.show', change: { ...change, changeId } })),
    confirmChange: tell((changeId) => ({ type: 'change.confirm', changeId })),
    revertChange: tell((changeId) => ({ type: 'change.revert', changeId })),
  },
}

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
