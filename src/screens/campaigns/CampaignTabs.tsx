import type { ReactNode } from 'react'
import type { AnyActorRef } from 'xstate'
import type { Campaign } from '../../../contract/campaigns'
import type { OpenEvent } from '../../../machines/flows'
import { Stack } from '../../components/base/Stack'
import { Tabs } from '../../components/base/Tabs'
import { useApp, useWorkspace } from '../../app/context'
import { letLeave } from '../../app/unsaved'

type Tab = 'details' | 'script'

const tabs: readonly { id: Tab; label: string }[] = [
  { id: 'details', label: 'Details' },
  { id: 'script', label: 'Script' },
]

interface CampaignTabsProps {
  flow: AnyActorRef
  campaign: Campaign
  value: Tab
  children: ReactNode
}

/**
 * The tabs of Update Campaign. Each is a flow of its own, as each saves something of its own; input is asked about before
 * another one is opened (GE-07). A backend of the twenty calls keeps no script.
 */
export function CampaignTabs({ flow, campaign, value, children }: CampaignTabsProps) {
  const { extensions } = useApp().config
  const workspace = useWorkspace()
  if (!extensions) return <Stack>{children}</Stack>
  const choose = (tab: Tab) => {
    if (tab === value) return
    const open: OpenEvent =
      tab === 'script'
        ? { type: 'open.campaignScript', recordId: undefined, input: { of: { campaign } } }
        : { type: 'open.campaignEdit', recordId: campaign.id, input: { campaign } }
    void letLeave([flow]).then((mayLeave) => {
      if (!mayLeave) return
      // One that is being saved stays.
      if (flow.getSnapshot().status === 'active') flow.send({ type: 'tab.leave' })
      if (flow.getSnapshot().status !== 'active') workspace.send(open)
    })
  }
  return (
    <Tabs label="Update Campaign" tabs={tabs} value={value} onChange={choose}>
      <Stack>{children}</Stack>
    </Tabs>
  )
}
