import type { SavedView } from '../../../contract/extensions/savedViews'
import type { Form } from '../../../machines/form'
import { viewChangeMachine } from '../../../machines/savedViews/viewChange.machine'
import { viewRenameMachine } from '../../../machines/savedViews/viewRename.machine'
import { viewShareMachine } from '../../../machines/savedViews/viewShare.machine'
import { viewSaveMachine } from '../../../machines/savedViews/viewSave.machine'
import type { Model } from '../explore'
import { outdated, refused } from './refusals'

const view: SavedView = {
  id: 'viw_1',
  list: 'orders',
  name: 'Unpaid',
  address: { filters: { paymentStatus: 'unpaid' } },
  isShared: false,
  isDefault: false,
  createdByName: 'Ann',
  version: 1,
}
const typed = {
  'field.change': [{ fields: { name: 'Other' } }, { fields: { name: '' } }],
  'field.blur': [{ field: 'name' }],
}
const taken = refused(422, { details: [{ path: 'body.name', message: 'There is a view of this name already' }] })

export const viewSave: Model = {
  machine: viewSaveMachine,
  inputs: [{ list: 'orders', address: { q: 'hall' }, href: '/orders?q=hall', organizationId: 'org_1' }],
  events: typed,
  outputs: { createSavedView: [{ href: '/orders?q=hall&view=viw_1' }] },
  errors: { createSavedView: [taken, new Error('down')] },
  identity: ({ form }: { form: Form<object> }) => [form],
}

export const viewRename: Model = {
  machine: viewRenameMachine,
  inputs: [{ view, organizationId: 'org_1' }],
  events: typed,
  errors: {
    renameSavedView: [
      outdated({ ...view, version: 2 }),
      outdated({ ...view, version: 2, name: 'Theirs' }),
      taken,
      new Error('refused'),
    ],
  },
  identity: ({ form, theirs }: { form: Form<object>; theirs: unknown }) => [form, theirs],
}

export const viewShare: Model = {
  machine: viewShareMachine,
  inputs: [{ view }, { view: { ...view, isShared: true } }],
  outputs: { shareSavedView: [undefined] },
  errors: { shareSavedView: [new Error('down')] },
}

export const viewChange: Model = {
  machine: viewChangeMachine,
  inputs: [
    { view, change: { isDefault: true } },
    { view: { ...view, isDefault: true }, change: { isDefault: false } },
    { view, change: { address: {} } },
  ],
  outputs: { changeSavedView: [undefined] },
  errors: { changeSavedView: [new Error('down')] },
}
