import type { GatewayRecord } from '../../contract/extensions/gateways'
import { changedGatewayFields, gatewayForm, gatewayValues, type GatewayValues } from '../../contract/forms/gateways'
import { promiseActor } from '../actors'
import { newForm } from '../form'
import { recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { Change } from '../pendingChanges'

export interface GatewayEditInput extends FlowSurroundings {
  /** None for a new gateway. */
  gatewayInstanceId: string | undefined
}

/** What is known of a gateway before there is one. */
export interface GatewayToBe {
  id: string
  /** Where it will be told of its payments; a backend may not say. */
  webhookAddress: string | undefined
}

/** What a person sees of it before the server has confirmed it; secrets are no part of it. */
function changeOf(gateway: GatewayRecord | undefined, values: GatewayValues): Change {
  if (!gateway) return { resource: 'gateways', kind: 'add' }
  const { secretKey: _key, webhookSecret: _secret, ...fields } = changedGatewayFields(gateway, values)
  return { resource: 'gateways', kind: 'merge', id: gateway.id, fields }
}

/** Setting up a gateway, or changing one, from the open panel to the server's yes (GW-01). */
export const gatewayEditMachine = recordFlow({
  id: 'gatewayEdit',
  form: gatewayForm,
  valuesOf: gatewayValues,
  context: ({ gatewayInstanceId, organizationId }: GatewayEditInput) => ({
    gatewayInstanceId,
    organizationId,
    toBe: undefined as GatewayToBe | undefined,
  }),
  actors: {
    /** Reads a gateway, or what one that is yet to be will have. */
    fetchGateway: promiseActor<
      { gateway: GatewayRecord } | { toBe: GatewayToBe },
      { organizationId: string | undefined; gatewayInstanceId: string | undefined }
    >('fetchGateway'),
    saveGateway: promiseActor<
      void,
      {
        organizationId: string | undefined
        gateway: GatewayRecord | undefined
        toBe: GatewayToBe | undefined
        values: GatewayValues
      }
    >('saveGateway'),
  },
  load: {
    src: 'fetchGateway',
    input: ({ organizationId, gatewayInstanceId }) => ({ organizationId, gatewayInstanceId }),
    keeps: {
      action: 'beginWithGateway',
      as: (known) =>
        'gateway' in known ? { record: known.gateway, form: newForm(gatewayValues(known.gateway)) } : known,
    },
  },
  isReread: true,
  // A key that the gateway does not know is said at the key.
  refusesFields: true,
  submit: {
    state: 'saving',
    src: 'saveGateway',
    input: ({ organizationId, record, toBe, form }) => ({ organizationId, gateway: record, toBe, values: form.values }),
    change: ({ record, form }) => changeOf(record, form.values),
    message: ({ record }) => (record ? 'Gateway saved' : 'Gateway added'),
    done: 'saved',
  },
})
