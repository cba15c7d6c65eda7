import { useSelector } from '@xstate/react'
import { whyNotDraft } from '../../../contract/rules/orderNew'
import type { OrderNewRef } from './useOrderNew'

/** What can be chosen for a new order; it begins and ends with the form. */
export function useOrderOptions(flow: OrderNewRef) {
  const ref = flow.getSnapshot().children.options
  if (!ref) throw new Error('Outside of the form of a new order')
  return { ref, options: useSelector(ref, (snapshot) => snapshot) }
}

/**
 * What the fields of a new order show and do, by their paths. What is wrong with a line is said while it is typed, as it
 * begins with what can be sold, and with a customer or a campaign as soon as one was chosen; anything else once its field was left
 * (NO-02).
 */
export function useOrderFields(flow: OrderNewRef) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { content, facts, terms, touched, refused } = state.context
  const wrong = whyNotDraft(content, facts, terms)
  const isBusy = state.hasTag('busy')
  const errorOf = (path: string) => {
    const isChosen = path === 'campaignId' || (path === 'customerId' && content.customerId !== undefined)
    const isJudged = touched[path] ?? (path.startsWith('lines.') || isChosen)
    // Nothing is wrong yet with a campaign that has not been chosen.
    const isBegun = path !== 'campaignId' || touched[path] || content.campaignId !== undefined
    return (isJudged && isBegun ? wrong[path] : undefined) ?? refused[path]
  }
  const field = (path: string, value: string | undefined) => ({
    name: path,
    value: value ?? '',
    error: errorOf(path),
    disabled: isBusy,
    onChange: (typed: string) => flow.send({ type: 'field.change', fields: { [path]: typed } }),
    onBlur: () => flow.send({ type: 'field.blur', field: path }),
  })
  return { state, content, facts, terms, wrong, isBusy, errorOf, field }
}
