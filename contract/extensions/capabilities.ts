import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { extensionPublic } from '../schemas'

/** What a backend offers beyond the twenty calls; one that has only those does not know this call either (GE-11). */
export const capabilities = routes({
  get: {
    method: 'GET',
    path: '/capabilities',
    summary: 'Tell which calls beyond the core are offered',
    metadata: extensionPublic,
    responses: {
      /** The calls by resource and name, such as `customers.create`. */
      200: z.object({ data: z.object({ extensions: z.array(z.string()) }) }),
    },
  },
})
