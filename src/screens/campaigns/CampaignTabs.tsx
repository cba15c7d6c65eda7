import type { ReactNode } from 'react'
import type { AnyActorRef } from 'xstate'
import type { Campaign } from '../../../contract/campaigns'
import { useAction } from '../../components/actions/useAction'
import { Stack } from '../../components/base/Stack'
import { Tabs } from '../../components/base/Tabs'
import { useApp } from '../../app/context'
import { letLeave } from '../../app/unsaved'
import { editScript, updateCampaign } from './actions'

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
  const { config, toasts } = useApp()
  const openers = { details: useAction(updateCampaign, campaign), script: useAction(editScript, campaign) }
  if (!config.extensions) return <Stack>{children}</Stack>
  const choose = (tab: Tab) => {
    if (tab === value) return
    const { reason, begin } = openers[tab]
    if (reason !== undefined) return toasts.send({ type: 'toast.show', kind: 'error', message: reason })
    void letLeave([flow]).then((mayLeave) => {
      if (!mayLeave) return
      // One that is being saved stays.
      if (flow.getSnapshot().status === 'active') flow.send({ type: 'tab.leave' })
      if (flow.getSnapshot().status !== 'active') begin()
    })
  }
  return (
    <Tabs label="Update Campaign" tabs={tabs} value={value} onChange={choose}>
      <Stack>{children}</Stack>
    </Tabs>
  )
}
