import type { Place } from '../../../machines/palette/palette.machine'
import { areKeysOn } from '../../app/keys'
import type { ReadAction, RecordAction } from '../../components/actions/recordAction'
import { campaignListActions } from '../campaigns/actions'
import { customerListActions } from '../customers/actions'
import { fulfilmentListActions } from '../fulfilments/actions'
import { startCall } from '../layout/actions'
import { screens } from '../layout/navigation'
import { orderListActions } from '../orders/newOrderActions'
import { productListActions } from '../products/actions'

/** The screens, as places to go to. */
export const screenPlaces: readonly Place[] = screens.map(({ to, label }) => ({
  id: to,
  name: label,
  detail: 'Page',
  href: to,
}))

const keysHelp: ReadAction<null> = {
  reads: true,
  label: 'Keys',
  open: (_, { open }) => open({ type: 'open.keysView', recordId: undefined, input: { isOn: areKeysOn() } }),
}

/** What can be begun on every backend. */
export const begunAnywhere: readonly RecordAction<null>[] = [keysHelp]

/** What can be begun from anywhere, as its own page offers it. */
export const begun: readonly RecordAction<null>[] = [
  ...orderListActions,
  startCall,
  ...customerListActions,
  ...productListActions,
  ...campaignListActions,
  ...fulfilmentListActions,
  ...begunAnywhere,
]

/** Whether each word that was typed begins a word of a name. */
export function isMeant(name: string, typed: string): boolean {
  const lower = name.toLowerCase()
  const words = [...lower.split(/[\s-]+/), ...lower.split(/[^\p{L}\p{N}]+/u)]
  return typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
