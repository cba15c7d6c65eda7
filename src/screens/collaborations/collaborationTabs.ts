import * as z from 'zod/mini'
import { lazyPage } from '../../app/lazyPage'
import type { OrdersTabProps } from './OrdersTab'
import type { RecordTimelineProps } from '../audit/RecordTimeline'

/** A collaboration opens with what is shared, and the address says so of the others. */
export const collaborationTab = z.enum(['orders', 'timeline'])
export type CollaborationTab = z.infer<typeof collaborationTab> | 'shared'

/** The tabs whose code is loaded when they are first opened. */
export const lazyTabs = {
  orders: lazyPage<OrdersTabProps>(() => import('./OrdersTab')),
  timeline: lazyPage<RecordTimelineProps>(() => import('../audit/RecordTimeline')),
}

/** The code of a tab, so that it is there when its collaboration is. If it fails to come, the tab itself says so. */
export const loadTab = async (tab: z.infer<typeof collaborationTab> | undefined): Promise<void> => {
  if (tab) await lazyTabs[tab].preload().catch(() => undefined)
}
