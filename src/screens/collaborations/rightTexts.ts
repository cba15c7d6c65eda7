import type { SharedRight } from '../../../contract/rules/collaborations'

/** What a partner may do with a shared campaign, in words. */
export const rightTexts: Record<SharedRight, string> = { see: 'See', sell: 'See and sell' }
