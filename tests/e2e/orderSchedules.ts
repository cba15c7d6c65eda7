import fc from 'fast-check'

/** What goes wrong, or what a person does, while an order is taken. */
export type Kind = 'doubleClick' | 'twoTabs' | 'lostAnswer' | 'retry' | 'back' | 'reload' | 'signOut' | 'kill'

/**
 * When: right after something was typed, which no server has yet; so many milliseconds after the order was sent; or
 * when the server has stored it and its answer has not come.
 */
export type Moment = 'typed' | 'sent' | 'stored'

export interface Incident {
  kind: Kind
  at: Moment
  /** Milliseconds after the order was sent. */
  delay: number
}
/** One order, and what happens on its way, one attempt after the other. */
export interface Schedule {
  isNewCustomer: boolean
  incidents: Incident[]
}

const delay = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 250 }))

/** What can happen at any time, and leaves the order to be placed unless it was sent already. */
const interruption = fc.record({
  kind: fc.constantFrom<Kind>('back', 'reload', 'signOut', 'kill'),
  at: fc.constantFrom<Moment>('typed', 'typed', 'sent'),
  delay,
})

/** What happens as the order is placed. */
const last = fc.oneof(
  fc.record({
    kind: fc.constantFrom<Kind>('doubleClick', 'twoTabs', 'lostAnswer', 'retry'),
    at: fc.constant<Moment>('sent'),
    delay,
  }),
  fc.record({
    kind: fc.constantFrom<Kind>('back', 'reload', 'signOut', 'kill'),
    at: fc.constantFrom<Moment>('sent', 'stored'),
    delay,
  }),
)

const schedule = fc.record({
  isNewCustomer: fc.boolean(),
  incidents: fc
    .tuple(fc.array(interruption, { maxLength: 2 }), last)
    .map(([interruptions, end]): Incident[] => [...interruptions, end]),
})

/** The same schedules for the same seed. */
export const schedulesOf = (seed: number, count: number): Schedule[] => fc.sample(schedule, { seed, numRuns: count })

export const shownSchedule = ({ isNewCustomer, incidents }: Schedule): string =>
  [
    isNewCustomer ? 'new customer' : 'known customer',
    ...incidents.map(({ kind, at, delay }) => `${kind} ${at}${at === 'sent' ? ` +${delay}` : ''}`),
  ].join(', ')
