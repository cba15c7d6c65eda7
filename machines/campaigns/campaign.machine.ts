import { assign, sendTo, setup } from 'xstate'
import type { Campaign } from '../../contract/campaigns'
import { callbackActor, type QueryCommand, type QueryEvent } from '../actors'

export interface CampaignInput {
  campaignId: string
}
interface Context {
  campaignId: string
  campaign: Campaign | undefined
}
export type CampaignEvent =
  | QueryEvent<Campaign>
  | { type: 'campaign.retry' }
  | { type: 'page.hidden' }
  | { type: 'page.shown' }

/** The campaign on the screen, read again every ten seconds while the page can be seen (CD-05, CD-06). */
export const campaignMachine = setup({
  types: { input: {} as CampaignInput, context: {} as Context, events: {} as CampaignEvent },
  actors: {
    campaignQuery: callbackActor<QueryCommand, CampaignInput>('campaignQuery'),
    pageVisibility: callbackActor('pageVisibility'),
  },
  actions: {
    setCampaign: assign({ campaign: (_, params: { campaign: Campaign }) => params.campaign }),
    refetch: sendTo('campaignQuery', { type: 'query.refetch' }),
  },
  delays: { refetchInterval: 10_000 },
}).createMachine({
  id: 'campaign',
  context: ({ input }) => ({ campaignId: input.campaignId, campaign: undefined }),
  invoke: [
    { src: 'campaignQuery', id: 'campaignQuery', input: ({ context }) => ({ campaignId: context.campaignId }) },
    { src: 'pageVisibility', id: 'pageVisibility' },
  ],
  type: 'parallel',
  states: {
    answer: {
      initial: 'loading',
      on: {
        'query.loaded': {
          target: '.populated.fresh',
          actions: { type: 'setCampaign', params: ({ event }) => ({ campaign: event.data }) },
        },
      },
      states: {
        loading: { on: { 'query.failed': 'failed' } },
        populated: {
          initial: 'fresh',
          states: {
            fresh: { on: { 'query.failed': 'stale' } },
            // A poll failed: what was read last stays on screen, with the error above it.
            stale: { on: { 'campaign.retry': { actions: 'refetch' } } },
          },
        },
        failed: { on: { 'campaign.retry': { target: 'loading', actions: 'refetch' } } },
      },
    },
    polling: {
      initial: 'waiting',
      states: {
        waiting: {
          on: {
            // Whoever asked, the answer is fresh: the interval begins anew, so two screens never poll twice as often.
            'query.fetching': { target: 'waiting', reenter: true },
            'page.hidden': 'paused',
          },
          after: { refetchInterval: { target: 'waiting', reenter: true, actions: 'refetch' } },
        },
        paused: { on: { 'page.shown': { target: 'waiting', actions: 'refetch' } } },
      },
    },
  },
})
