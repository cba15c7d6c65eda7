import * as z from 'zod/mini'
import { core, id } from './schemas'
import { initContract } from './client/tsRest'

export const organization = z.object({ id, name: z.string() })
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
