import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { type ActorRefFrom, fromCallback } from 'xstate'
import { type CampaignEvent, type CampaignInput, campaignMachine } from '../../machines/campaigns/campaign.machine'
import { queryActor } from './cache'
import { useApp } from './context'
import { readCampaign } from './resources/campaigns'
import { tap } from './tap'

export type CampaignRef = ActorRefFrom<typeof campaignMachine>

const pageVisibility = fromCallback(({ sendBack }: { sendBack: (event: CampaignEvent) => void }) => {
  const sendVisibility = () => sendBack({ type: document.hidden ? 'page.hidden' : 'page.shown' })
  document.addEventListener('visibilitychange', sendVisibility)
  if (document.hidden) sendVisibility()
  return () => document.removeEventListener('visibilitychange', sendVisibility)
})

/** The campaign on the screen, alive as long as its component. */
export function useCampaign(campaignId: string): CampaignRef {
  const { api } = useApp()
  const machine = useMemo(
    () =>
      campaignMachine.provide({
        actors: {
          campaignQuery: queryActor(api.queryClient, (input: CampaignInput) => readCampaign(api, input.campaignId)),
          pageVisibility,
        },
      }),
    [api],
  )
  return useActorRef(machine, { id: 'campaign', inspect: tap.observe, input: { campaignId } })
}
