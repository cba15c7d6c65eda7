import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { offer } from '../offers'
import { extension, id } from '../schemas'

/** What can be done with offers beyond the twenty calls. */
export const offers = routes({
  restore: {
    method: 'POST',
    path: '/offers/:offerId/restore',
    summary: 'Undo the deletion of an offer, within a day of it',
    metadata: extension,
    pathParams: z.object({ offerId: id }),
    body: z.object({}),
    responses: { 200: z.object({ data: offer }) },
  },
})
