import Eye from 'lucide-react/icons/eye'
import ListChecks from 'lucide-react/icons/list-checks'
import Power from 'lucide-react/icons/power'
import Scale from 'lucide-react/icons/scale'
import type { GatewayRecord } from '../../../contract/extensions/gateways'
import type { FlowAtAddress } from '../../app/useFlowAtAddress'
import { editIcon } from '../../components/actions/icons'
import type { ReadAction, RecordAction, WriteAction } from '../../components/actions/recordAction'

export const newGateway: WriteAction<null> = {
  action: 'gateways.create',
  label: 'New gateway',
  primary: true,
  open: (_, { open }) =>
    open({ type: 'open.gatewayEdit', recordId: undefined, input: { gatewayInstanceId: undefined } }),
}

/** What is begun on the page of gateways (GW-01). */
export const gatewayListActions: readonly WriteAction<null>[] = [newGateway]

const view: ReadAction<GatewayRecord> = {
  reads: true,
  label: 'View',
  icon: <Eye aria-hidden="true" />,
  open: ({ id }, { navigate }) =>
    void navigate({ to: '/gateways', search: { gatewayInstanceId: id }, resetScroll: false }),
}

const edit: WriteAction<GatewayRecord> = {
  action: 'gateways.update',
  label: 'Edit',
  key: 'e',
  icon: editIcon,
  open: ({ id }, { open }) => open({ type: 'open.gatewayEdit', recordId: id, input: { gatewayInstanceId: id } }),
}

const steps: readonly WriteAction<GatewayRecord>[] = [
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

/** What can be done with a gateway where it is looked at: as buttons, and in a menu (GE-14). */
export const gatewayPageActions = { buttons: [edit], menu: steps } as const

/** What can be done with a gateway in its list (GW-01, GW-02, GW-04). */
export const gatewayActions: readonly RecordAction<GatewayRecord>[] = [view, edit, ...steps]

/** The gateway over its list, for as long as the address asks for it. */
export const gatewayPanel = (gatewayInstanceId: string | undefined): FlowAtAddress | undefined =>
  gatewayInstanceId
    ? {
        reads: true,
        event: { type: 'open.gatewayView', recordId: gatewayInstanceId, input: { gatewayInstanceId } },
      }
    : undefined
