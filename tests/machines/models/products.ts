import { expect } from 'vitest'
import type { SheetImport } from '../../../contract/extensions/sheetImports'
import type { Form } from '../../../machines/form'
import type { WithUnanswered } from '../../../machines/factories/unanswered'
import { productEditMachine } from '../../../machines/products/productEdit.machine'
import { sheetImportMachine } from '../../../machines/sheetImports/sheetImport.machine'
import type { LinesShown, Sheet } from '../../../machines/sheetImports/sheetImportSetup'
import { productStepMachine } from '../../../machines/products/productStep.machine'
import { productViewMachine } from '../../../machines/products/productView.machine'
import { stockAdjustMachine } from '../../../machines/products/stockAdjust.machine'
import type { Model } from '../explore'
import { lost, outdated, refused } from './refusals'
import { otherProduct, product } from './records'

/** A field of the body that the server did not take. */
const wrong = (path: string) => refused(422, { details: [{ path, message: 'Not like this' }] })

export const productEdit: Model = {
  machine: productEditMachine,
  inputs: [{ organizationId: 'org_1' }, { organizationId: 'org_1', productId: 'prd_1' }],
  events: {
    'field.change': [{ fields: { name: 'Lamp', sku: 'L-1', price: '5' } }, { fields: { price: 'a lot' } }],
    'field.blur': [{ field: 'price' }],
    'record.refresh': [{ record: product }, { record: otherProduct }],
  },
  outputs: { fetchProduct: [product, undefined] },
  errors: {
    saveProduct: [
      outdated({ ...product, version: 2 }),
      outdated(otherProduct),
      wrong('body.sku'),
      wrong('body.organizationId'),
    ],
  },
  identity: ({ form, theirs }: { form: Form<object>; theirs: unknown }) => [form, theirs],
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['field.change', 'dialog.submit', 'dialog.cancel', 'record.refresh'])
      expect(snapshot.can({ type, record: otherProduct })).toBe(false)
  },
}

export const productView: Model = { machine: productViewMachine, inputs: [{ productId: 'prd_1' }] }

export const productStep: Model = {
  machine: productStepMachine,
  inputs: ['archive', 'restore', 'duplicate'].map((step) => ({ product, step })),
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['dialog.submit', 'dialog.cancel']) expect(snapshot.can({ type })).toBe(false)
  },
}

export const stockAdjust: Model = {
  machine: stockAdjustMachine,
  inputs: [{ product }],
  events: {
    'field.change': [{ fields: { by: '-3', reason: 'Broken' } }, { fields: { by: '-9' } }],
    'field.blur': [{ field: 'by' }],
    'record.refresh': [{ record: otherProduct }, { record: { id: 'prd_1' } }],
  },
  errors: { adjustStock: [wrong('body.by'), new Error('refused'), lost] },
  identity: ({ form, unanswered }: { form: Form<object> } & WithUnanswered) => [form, unanswered !== undefined],
  // What is sent has been judged by what is in stock as far as is known.
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    expect(snapshot.can({ type: 'field.change', fields: { by: '1' } })).toBe(false)
    // Nor is more promised than was sent, when the newest stock may have it in it already (GE-16).
    expect(snapshot.can({ type: 'record.refresh', record: otherProduct })).toBe(false)
  },
}

const sheet: Sheet = {
  key: 'source.1',
  name: 'products.csv',
  lines: 2,
  columns: [{ title: 'SKU', field: 'sku' }],
  encoding: 'utf-8',
  separator: ',',
}
const begun: SheetImport = {
  id: 'imp_1',
  name: 'products.csv',
  state: 'open',
  lines: 2,
  create: 1,
  update: 0,
  same: 0,
  refused: 1,
  kept: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const nothingGood = { ...begun, create: 0 }
const line = { id: '2', line: 2, sku: 'L-1', verdict: 'create' as const, problems: [], changes: [] }
const shown: LinesShown = { verdict: null, lines: [line], total: 2 }

interface Importing extends WithUnanswered {
  begun?: SheetImport
  message?: string
  pasted: string
}

export const sheetImport: Model = {
  machine: sheetImportMachine,
  inputs: [{ organizationId: 'org_1' }, { organizationId: 'org_1', resource: 'orders' }],
  events: {
    'campaign.choose': [{ campaign: { id: 'cmp_1' } }],
    'pasted.change': [{ text: 'SKU\nL-1' }, { text: ' ' }],
    'sheet.choose': [{ key: 'source.1', name: 'products.csv' }],
    'check.progress': [
      { begun, sent: 1 },
      { begun: nothingGood, sent: 2 },
    ],
    'check.fail': [{ error: new Error('unreachable') }],
    'verdict.choose': [{ verdict: 'refused' }, { verdict: null }],
    'import.undo': [{ importId: 'imp_1' }],
  },
  outputs: {
    fetchImports: [[begun]],
    readSheet: [sheet],
    fetchLines: [shown],
    commitImport: [{ ...begun, state: 'committed' }],
    withdrawImport: [{ ...begun, state: 'undone' }],
    undoImport: [
      { ...begun, state: 'undone' },
      { ...begun, state: 'undone', kept: 1 },
    ],
  },
  errors: { commitImport: [new Error('refused'), lost] },
  identity: ({ begun: known, message, pasted, unanswered }: Importing) => [
    known,
    message,
    pasted,
    unanswered !== undefined,
  ],
  // Nothing is taken over that has not been looked at, and nothing of which no line is good.
  invariant: (snapshot) => {
    // That something is not known is said of the import that was sent, and of no other one (GE-16).
    if (snapshot.matches('previewing')) expect(snapshot.context.unanswered).toBeUndefined()
    if (snapshot.can({ type: 'dialog.submit' })) {
      expect(snapshot.matches('previewing')).toBe(true)
      expect(snapshot.context.begun.create).toBeGreaterThan(0)
    }
  },
}
