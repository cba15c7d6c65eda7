import { keysViewMachine } from '../../../machines/palette/keysView.machine'
import { paletteMachine } from '../../../machines/palette/palette.machine'
import type { Model } from '../explore'

const place = { id: '/orders', name: 'Orders', detail: 'Page', href: '/orders' }

export const palette: Model = {
  machine: paletteMachine,
  inputs: [{ organizationId: 'org_1', extensions: true }],
  events: { 'palette.search': [{ text: '#1' }, { text: ' ' }], 'palette.choose': [{ place }] },
  outputs: { findPlaces: [[{ id: 'orders ord_1', name: 'Order #1', detail: 'Ann', href: '/orders/ord_1' }], []] },
}

export const keysView: Model = { machine: keysViewMachine, inputs: [{ isOn: true }] }
