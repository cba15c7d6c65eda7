import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { FlowRef } from '../../machines/flows'
import { type DeletableResource, deletionOf } from '../../machines/records'
import { ConfirmDialog } from '../components/overlay/ConfirmDialog'
import { focusNearRow } from '../components/table/focusNearRow'

/** What the question says where more is to be said than whether it can be undone. */
const consequences: Readonly<Partial<Record<DeletableResource, string>>> = {
  autoresponders: 'It sends nothing more. You can undo this for 10 seconds.',
  plugins: "Its settings and its password are gone then. This can't be undone.",
  callBacks: 'Nobody is reminded to call back any more.',
  customers: 'Their orders stay. You can undo this for 10 seconds.',
  offers: "It can no longer be sold. This can't be undone.",
  apiTokens: "The program that has it is let in no more. This can't be undone.",
  telephoneTokens: "The telephone system that has it is let in no more. This can't be undone.",
  webhooks: "It is told nothing more, and its messages are gone. This can't be undone.",
  mails: "It is never sent then. This can't be undone.",
  orderDrafts: "What was typed is gone then. This can't be undone.",
}

/** The question before any record is deleted, which names it (OT-08). */
export default function RecordDeleteDialog({ flow }: { flow: FlowRef<'recordDelete'> }) {
  const { id, resource, name } = useSelector(flow, (state) => state.context)
  // Looked up while the row is still there.
  const [finalFocus] = useState(() => focusNearRow(id))
  const { noun, isRestorable, verbs } = deletionOf(resource)
  const [verb, doing] = verbs
  const consequence =
    consequences[resource] ?? (isRestorable ? 'You can undo this for 10 seconds.' : "This can't be undone.")
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  return (
    <ConfirmDialog
      open
      title={`${verb} ${noun}`}
      confirmLabel={isBusy ? doing : verb}
      busy={isBusy}
      finalFocus={finalFocus}
      onConfirm={() => flow.send({ type: 'dialog.submit' })}
      onCancel={() => flow.send({ type: 'dialog.cancel' })}
    >
      {verb} <strong>{name}</strong>? {consequence}
    </ConfirmDialog>
  )
}
