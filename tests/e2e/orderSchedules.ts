import fc from 'fast-check'

/** What goes wrong, or what a person does, while an order is taken. */
const kinds = ['doubleClick', 'twoTabs', 'lostAnswer', 'retry', 'back', 'reload', 'signOut', 'kill'] as const
export type Kind = (typeof kinds)[number]

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

/** What can happen at any time; everything else is about the order as it is sent. */
const everywhere: ReadonlySet<Kind> = new Set(['back', 'reload', 'signOut', 'kill'])

const incident = fc
  .record({
    kind: fc.constantFrom(...kinds),
    at: fc.constantFrom<Moment>('typed', 'sent', 'stored'),
    delay: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 250 })),
  })
  .map((one): Incident => (everywhere.has(one.kind) ? one : { ...one, at: 'sent' }))

const schedule = fc.record({
  isNewCustomer: fc.boolean(),
  incidents: fc.array(incident, { minLength: 1, maxLength: 3 }),
})

/** The same schedules for the same seed. */
export const schedulesOf = (seed: number, count: number): Schedule[] => fc.sample(schedule, { seed, numRuns: count })

export const shownSchedule = ({ isNewCustomer, incidents }: Schedule): string =>
  [
    isNewCustomer ? 'new customer' : 'known customer',
    ...incidents.map(({ kind, at, delay }) => `${kind} ${at}${at === 'sent' ? ` +${delay}` : ''}`),
  ].join(', ')
