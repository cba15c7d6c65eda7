import * as z from 'zod/mini'
import { core, id } from './schemas'
import { routes } from './client/tsRest'

export const gatewayInstance = z.object({ id, displayName: z.string() })
export type GatewayInstance = z.infer<typeof gatewayInstance>

/** The payment gateways that an organization has set up (AO-02). */
export const gateways = routes({
  listInstances: {
    method: 'GET',
    path: '/gateways/instances',
    summary: "List an organization's gateway instances",
    metadata: core,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(gatewayInstance) }) },
  },
})
