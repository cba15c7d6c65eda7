import { expect } from 'vitest'
import type { GatewayRecord } from '../../../contract/extensions/gateways'
import type { Form } from '../../../machines/form'
import { gatewayEditMachine } from '../../../machines/gateways/gatewayEdit.machine'
import { gatewayReconcileMachine } from '../../../machines/gateways/gatewayReconcile.machine'
import { gatewayRehearseMachine } from '../../../machines/gateways/gatewayRehearse.machine'
import { gatewaySwitchMachine } from '../../../machines/gateways/gatewaySwitch.machine'
import { gatewayViewMachine } from '../../../machines/gateways/gatewayView.machine'
import type { Model } from '../explore'
import { outdated, refused } from './refusals'

const gateway: GatewayRecord = {
  id: 'gtw_1',
  displayName: 'Shop cards',
  kind: 'stripe',
  state: 'enabled',
  secretKeyEnd: '1234',
  version: 1,
}
const unknownKey = refused(422, { details: [{ path: 'body.secretKey', message: 'Stripe does not know this key' }] })
const otherGateway: GatewayRecord = { ...gateway, monthlyCap: 900 }

export const gatewayEdit: Model = {
  machine: gatewayEditMachine,
  inputs: [{ organizationId: 'org_1' }, { organizationId: 'org_1', gatewayInstanceId: 'gtw_1' }],
  events: {
    'field.change': [
      { fields: { displayName: 'Cards' } },
      { fields: { displayName: 'Shop cards', secretKey: '' } },
      { fields: { secretKey: 'key' } },
      { fields: { monthlyCap: '' } },
    ],
    'field.blur': [{ field: 'displayName' }],
    'record.refresh': [{ record: gateway }, { record: otherGateway }],
  },
  outputs: { fetchGateway: [{ gateway }, { toBe: { id: 'gtw_2', webhookAddress: undefined } }] },
  errors: {
    saveGateway: [outdated({ ...gateway, version: 2 }), outdated(otherGateway), unknownKey, new Error('refused')],
  },
  identity: ({ form, theirs }: { form: Form<object>; theirs: unknown }) => [form, theirs],
  invariant: (snapshot) => {
    if (!snapshot.hasTag('busy')) return
    for (const type of ['field.change', 'dialog.submit', 'dialog.cancel', 'record.refresh'])
      expect(snapshot.can({ type, record: otherGateway })).toBe(false)
  },
}

export const gatewaySwitch: Model = {
  machine: gatewaySwitchMachine,
  inputs: [{ gateway }, { gateway: { ...gateway, state: 'disabled' } }],
}

export const gatewayRehearse: Model = {
  machine: gatewayRehearseMachine,
  inputs: [{ gateway }],
  outputs: { rehearseGateway: [[{ name: 'pay', isPassed: true, text: 'It was paid.' }]] },
}

export const gatewayReconcile: Model = {
  machine: gatewayReconcileMachine,
  inputs: [{ gateway }],
  outputs: { reconcileGateway: [{ compared: 1, settled: 0, differences: [] }] },
}

export const gatewayView: Model = { machine: gatewayViewMachine, inputs: [{ gatewayInstanceId: 'gtw_1' }] }
