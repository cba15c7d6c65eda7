import * as z from 'zod/mini'
import { core, id, shownText } from './schemas'
import { routes } from './client/tsRest'

/** A phone call that the signed-in user is in. */
export const call = z.object({ id, customerId: shownText, phone: shownText, startedAt: shownText, endedAt: shownText })
export type Call = z.infer<typeof call>

/** The call that the signed-in user is in, or null when there is none (SE-02). */
export const calls = routes({
  ongoing: {
    method: 'GET',
    path: '/calls/ongoing/me',
    summary: "Read the signed-in user's ongoing call",
    metadata: core,
    responses: { 200: z.object({ data: z.nullish(call) }) },
  },
})
