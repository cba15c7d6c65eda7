import * as z from 'zod/mini'
import { core, id } from './schemas'
import { routes } from './client/tsRest'

export const installedPlugin = z.object({ instance: z.object({ id, name: z.string() }) })
export type InstalledPlugin = z.infer<typeof installedPlugin>

/** The plugins (email providers) that an organization has installed (EM-02). */
export const plugins = routes({
  listInstalled: {
    method: 'GET',
    path: '/plugins/installed',
    summary: "List an organization's installed plugins",
    metadata: core,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(installedPlugin) }) },
  },
})
