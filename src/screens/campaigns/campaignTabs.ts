import * as z from 'zod/mini'
import { lazyPage } from '../../app/lazyPage'

export const campaignTab = z.enum(['general', 'terms', 'offers', 'email'])
export type CampaignTab = z.infer<typeof campaignTab>

/** The tabs whose code is loaded when they are first opened. */
export const lazyTabs = {
  offers: lazyPage(() => import('../offers/OffersTab')),
  email: lazyPage(() => import('../autoresponders/EmailTab')),
}

/** The code of a tab, so that it is there when its campaign is. If it fails to come, the tab itself says so. */
export const loadTab = async (tab: CampaignTab | undefined): Promise<void> => {
  if (tab === 'offers' || tab === 'email') await lazyTabs[tab].preload().catch(() => undefined)
}
