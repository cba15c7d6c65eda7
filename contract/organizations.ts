import * as z from 'zod/mini'
import { core, id, shownText } from './schemas'
import { initContract } from './client/tsRest'

/** `currency` is the ISO 4217 code of its amounts, for backends that tell it. */
export const organization = z.object({ id, name: z.string(), currency: shownText })
export type Organization = z.infer<typeof organization>

/** The organizations that the signed-in user belongs to (SE-02, SE-10). */
export const organizations = initContract().router({
  list: {
    method: 'GET',
    path: '/organizations',
    summary: 'List the organizations of the signed-in user',
    metadata: core,
    responses: { 200: z.object({ data: z.array(organization) }) },
  },
})
