import { expect } from 'vitest'
import type { BulkJob } from '../../../contract/extensions/bulkJobs'
import type { Form } from '../../../machines/form'
import { bulkChangeMachine } from '../../../machines/bulkJobs/bulkChange.machine'
import { bulkStepMachine } from '../../../machines/bulkJobs/bulkStep.machine'
import type { Model } from '../explore'

const none = { done: 0, unchanged: 0, refused: 0, vanished: 0 }
const job: BulkJob = {
  id: 'job_1',
  action: 'offers.price',
  state: 'checking',
  total: 3,
  checked: none,
  ran: none,
  undone: none,
  createdAt: '2026-03-01T09:30:00.000Z',
  version: 1,
}
const ended = (done: number) => ({
  job: { ...job, state: 'done' as const, ran: { ...none, done } },
  told: `${done} changed`,
})
const some = { organizationId: 'org_1', title: 'Change', chosen: { ids: ['off_1'] }, count: 1 }

export const bulkChange: Model = {
  machine: bulkChangeMachine,
  inputs: [
    { ...some, action: 'offers.price' },
    { ...some, action: 'offers.delete' },
  ],
  events: {
    'field.change': [{ fields: { kind: 'set', value: '5' } }, { fields: { value: 'much' } }],
    'field.blur': [{ field: 'value' }],
  },
  outputs: {
    createBulkJob: [job],
    awaitBulkJob: [ended(2), ended(0)],
  },
  errors: {
    createBulkJob: [new Error('refused')],
    startBulkJob: [new Error('refused')],
    dropBulkJob: [new Error('refused')],
    undoBulkJob: [new Error('refused')],
  },
  identity: ({ form, action }: { form: Form<object>; action: string }) => [form, action],
  // Nothing is begun that nobody has seen tried.
  invariant: (snapshot) => {
    if (snapshot.matches('starting')) expect(snapshot.context).toMatchObject({ job: { id: 'job_1' } })
    if (snapshot.hasTag('busy')) expect(snapshot.can({ type: 'dialog.cancel' })).toBe(false)
  },
}

export const bulkStep: Model = {
  machine: bulkStepMachine,
  inputs: [
    { job, step: 'cancel' },
    { job, step: 'undo' },
  ],
  errors: { takeBulkStep: [new Error('refused')] },
}
