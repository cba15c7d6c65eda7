import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { firstSteps, waiting } from '../rules/workQueue'
import { extension, id, moment } from '../schemas'

const whole = z.int().check(z.minimum(0))

export const dashboardRecord = z.object({
  /** The organization's. */
  id,
  /** What waits for somebody; what there is none of is left out. Each is as many as its list shows. */
  queue: z.array(
    z.object({
      of: z.enum(waiting),
      count: z.int().check(z.minimum(1)),
      /** When the first of them is due, where that is known. */
      firstAt: z.nullable(moment),
    }),
  ),
  /** Until the first order has been paid: what is done of what an organization does first. */
  steps: z.nullable(z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() }))),
  /** Where the next of these steps is done: the newest campaign, and its newest order that is to be paid. */
  next: z.nullable(z.object({ campaignId: z.nullable(id), orderId: z.nullable(id) })),
  /** The caller's own day: their calls, those that count for a close rate, those that sold, and their orders. */
  own: z.object({ calls: whole, counted: whole, sold: whole, orders: whole, callBacks: whole }),
})
export type Dashboard = z.infer<typeof dashboardRecord>
export type QueueEntry = Dashboard['queue'][number]

/** What the business waits for, and how the caller's day goes (DB-01, DB-03). */
export const dashboard = routes({
  read: {
    method: 'GET',
    path: '/dashboard',
    summary: 'Read what waits to be done in an organization',
    description:
      'Whoever sees no orders but their own is told of these alone. The work queue: links that end within an hour, orders whose last payment was declined, paid orders to pack, products low in stock, own call-backs due, mails that were given up.',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: dashboardRecord }) },
  },
})
