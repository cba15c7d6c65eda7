import type { GatewayRecord } from '../../contract/extensions/gateways'
import { changedGatewayFields, gatewayForm, gatewayValues, type GatewayValues } from '../../contract/forms/gateways'
import { promiseActor } from '../actors'
import { recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { Change } from '../pendingChanges'

export interface GatewayEditInput extends FlowSurroundings {
  /** None for a new gateway. */
  gatewayInstanceId: string | undefined
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
  context: ({ gatewayInstanceId, organizationId }: GatewayEditInput) => ({ gatewayInstanceId, organizationId }),
  actors: {
    /** Of a new gateway there is nothing to read. */
    fetchGateway: promiseActor<GatewayRecord | undefined, { gatewayInstanceId: string | undefined }>('fetchGateway'),
    saveGateway: promiseActor<
      void,
      { organizationId: string | undefined; gateway: GatewayRecord | undefined; values: GatewayValues }
    >('saveGateway'),
  },
  load: { src: 'fetchGateway', input: (context) => context },
  isReread: true,
  submit: {
    state: 'saving',
    src: 'saveGateway',
    input: ({ organizationId, record, form }) => ({ organizationId, gateway: record, values: form.values }),
    change: ({ record, form }) => changeOf(record, form.values),
    message: ({ record }) => (record ? 'Gateway saved' : 'Gateway added'),
    done: 'saved',
  },
})
