import type { KeyboardEvent } from 'react'
import type { ActorRefFrom } from 'xstate'
import { neededLines } from '../../../contract/forms/addresses'
import { whyNotDraft } from '../../../contract/rules/orderNew'
import type { orderNewMachine } from '../../../machines/orders/orderNew.machine'
import { focusSoon } from '../../browser/focusSoon'

type OrderNewRef = ActorRefFrom<typeof orderNewMachine>

/** The name of the button that places the order. */
export const placeName = 'place'

const customerLines = ['firstName', 'lastName', 'email', 'phone'] as const
/** As they stand on the screen. */
const addressLines = ['address1', 'city', 'state', 'postalCode'] as const

/** What is to be typed before the order can be placed; when nothing is missing, its button. */
export function whatIsMissing(flow: OrderNewRef): string {
  const { content, facts, terms } = flow.getSnapshot().context
  const [path = placeName] = Object.keys(whyNotDraft(content, facts, terms))
  return path === 'lines' ? 'offer' : path
}

/** The first that is empty after the field, where nothing has to be asked for twice. */
function emptyAfter<Name extends string>(
  names: readonly Name[],
  typed: { readonly [Field in Name]?: string | undefined } | undefined,
  field: string,
): Name | undefined {
  // Of no field, the first.
  const at = names.findIndex((name) => name === field)
  return names.slice(at + 1).find((name) => (typed?.[name] ?? '') === '')
}

/** Where one types next after a field of a new order: what is known already, and what nobody needs, is passed over (NO-01). */
export function fieldAfter(flow: OrderNewRef, path: string): string {
  const { newCustomer, address, lines = [] } = flow.getSnapshot().context.content
  const [part, field = ''] = path.split('.')
  if (part === 'newCustomer') {
    const next = emptyAfter(customerLines, newCustomer, field)
    if (next !== undefined) return `newCustomer.${next}`
    return lines.length === 0 ? 'offer' : whatIsMissing(flow)
  }
  const needed = neededLines(address?.country ?? '')
  const next = emptyAfter(
    addressLines.filter((line) => needed.includes(line) || line === field),
    address,
    field,
  )
  return next === undefined ? whatIsMissing(flow) : `address.${next}`
}

/** Enter in a field goes on to the one that is typed next. */
export const goingOn = (flow: OrderNewRef) => (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, target } = event
  if (key !== 'Enter' || ctrlKey || metaKey || !(target instanceof HTMLInputElement)) return
  // The button that it may lead to is not pressed by the same key.
  event.preventDefault()
  focusSoon(fieldAfter(flow, target.name))
}
