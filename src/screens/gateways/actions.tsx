import ListChecks from 'lucide-react/icons/list-checks'
import Power from 'lucide-react/icons/power'
import Scale from 'lucide-react/icons/scale'
import type { GatewayRecord } from '../../../contract/extensions/gateways'
import { editIcon } from '../../components/actions/icons'
import type { RecordAction, WriteAction } from '../../components/actions/recordAction'

/** What is begun on the page of gateways (GW-01). */
export const gatewayPageActions: readonly WriteAction<null>[] = [
  {
    action: 'gateways.create',
    label: 'New gateway',
    primary: true,
    open: (_, { open }) =>
      open({ type: 'open.gatewayEdit', recordId: undefined, input: { gatewayInstanceId: undefined } }),
  },
]

/** What can be done with a gateway in its list (GW-01, GW-02, GW-04). */
export const gatewayActions: readonly RecordAction<GatewayRecord>[] = [
  {
    action: 'gateways.update',
    label: 'Edit',
    icon: editIcon,
    open: ({ id }, { open }) => open({ type: 'open.gatewayEdit', recordId: id, input: { gatewayInstanceId: id } }),
  },
  {
    action: 'gateways.rehearse',
    label: 'Rehearse',
    icon: <ListChecks aria-hidden="true" />,
    open: (gateway, { open }) => open({ type: 'open.gatewayRehearse', recordId: gateway.id, input: { gateway } }),
  },
  {
    action: 'gateways.reconcile',
    label: 'Reconcile',
    icon: <Scale aria-hidden="true" />,
    open: (gateway, { open }) => open({ type: 'open.gatewayReconcile', recordId: gateway.id, input: { gateway } }),
  },
  {
    action: 'gateways.switch',
    label: ({ state }) => (state === 'enabled' ? 'Disable' : 'Enable'),
    icon: <Power aria-hidden="true" />,
    open: (gateway, { open }) => open({ type: 'open.gatewaySwitch', recordId: gateway.id, input: { gateway } }),
  },
]
