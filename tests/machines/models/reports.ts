import { expect } from 'vitest'
import { RequestError } from '../../../contract/client/errors'
import type { Report } from '../../../contract/extensions/reports'
import { questionOf } from '../../../contract/forms/reports'
import type { SavedReport } from '../../../contract/extensions/savedReports'
import type { Form } from '../../../machines/form'
import { figureViewMachine } from '../../../machines/reports/figureView.machine'
import { reportQueryMachine } from '../../../machines/reports/reportQuery.machine'
import { reportMailMachine } from '../../../machines/reports/reportMail.machine'
import { reportRenameMachine } from '../../../machines/reports/reportRename.machine'
import { reportSaveMachine } from '../../../machines/reports/reportSave.machine'
import type { Model } from '../explore'
import { outdated } from './refusals'

const report: Report = {
  currency: 'USD',
  zone: 'UTC',
  period: { from: '2026-03-01T00:00:00.000Z', to: '2026-03-31T00:00:00.000Z' },
  before: null,
  asOf: '2026-03-30T14:02:00.000Z',
  provenAt: null,
  narrowedTo: [],
  totals: { values: { sales: 10 }, before: null },
  lines: [],
}
const [byDay, byAgent] = [questionOf({}), questionOf({ by: 'agent' })]

export const reportQuery: Model = {
  machine: reportQueryMachine,
  inputs: [{ question: byDay }],
  events: {
    'query.loaded': [{ data: report }],
    'query.failed': [
      { error: new Error('down') },
      { error: new RequestError('Choose months', { endpoint: 'POST /api/v1/reports', status: 422 }) },
    ],
    'report.ask': [{ question: byAgent }],
  },
  identity: ({ question, shown, error }: { question: unknown; shown: unknown; error: unknown }) => [
    question,
    shown,
    error !== undefined,
  ],
  invariant: (snapshot) => {
    const { shown, question } = snapshot.context
    // Nothing is shown as the answer to a question that was not asked.
    if (snapshot.matches({ reading: 'shown' })) expect(shown).toEqual({ question, report })
    if (snapshot.matches({ reading: 'stale' })) expect(shown).toBeDefined()
  },
}

const figure = {
  measure: 'sales',
  value: 10,
  currency: 'USD',
  keys: [],
  days: { from: '2026-03-01', to: '2026-03-30' },
}
export const figureView: Model = { machine: figureViewMachine, inputs: [{ figure }] }

const saved: SavedReport = {
  id: 'rep_1',
  name: 'By agent',
  question: byAgent,
  createdByName: 'Ann',
  isMailed: false,
  version: 1,
}
const values = { name: 'Other' }

export const reportSave: Model = {
  machine: reportSaveMachine,
  inputs: [{ question: byDay, name: 'Sales by day', organizationId: 'org_1' }],
  events: { 'field.change': [{ fields: values }, { fields: { name: '' } }], 'field.blur': [{ field: 'name' }] },
  outputs: { createSavedReport: [undefined] },
  errors: { createSavedReport: [new Error('down')] },
  identity: ({ form }: { form: Form<object> }) => [form],
}

export const reportRename: Model = {
  machine: reportRenameMachine,
  inputs: [{ report: saved, organizationId: 'org_1' }],
  events: { 'field.change': [{ fields: values }, { fields: { name: '' } }], 'field.blur': [{ field: 'name' }] },
  errors: {
    saveSavedReport: [
      outdated({ ...saved, version: 2 }),
      outdated({ ...saved, version: 2, name: 'Theirs' }),
      new Error('refused'),
    ],
  },
  identity: ({ form, theirs }: { form: Form<object>; theirs: unknown }) => [form, theirs],
}

export const reportMail: Model = {
  machine: reportMailMachine,
  inputs: [{ report: saved }, { report: { ...saved, isMailed: true } }],
  outputs: { mailSavedReport: [undefined] },
  errors: { mailSavedReport: [new Error('down')] },
}
