import { useSelector } from '@xstate/react'
import { withoutStepText } from '../../../contract/rules/twoSteps'
import { ActionButton } from '../../components/actions/ActionButton'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { useApp, usePending, useSession } from '../../app/context'
import { readSettings } from '../../data/resources/organizationSettings'
import { useList } from '../../data/useList'
import { ArchiveCard } from '../archives/ArchiveCard'
import { editOrganization } from './actions'

/** What the organization is and how it sells (ST-01); its address and tax number are the seller's. */
export default function OrganizationTab() {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('organizationSettings', readSettings(api, organizationId))
  const state = useSelector(list, (snapshot) => snapshot)
  const [settings] = usePending('organizationSettings', state.context.rows)
  if (state.matches('failed')) {
    return <ErrorState message="Error fetching the organization" onRetry={() => list.send({ type: 'list.retry' })} />
  }
  if (!settings) return <LoadingState />
  return (
    <Stack>
      <Text tone="muted">What holds for all who work here. What receipts say beside it is in the tab Seller.</Text>
      <Card title="Organization" action={<ActionButton action={editOrganization} row={settings} />}>
        <DescriptionList
          entries={[
            { term: 'Name', detail: settings.name },
            { term: 'Currency', detail: settings.currency },
            { term: 'Time zone', detail: settings.timeZone?.replaceAll('_', ' ') },
            { term: 'Support email', detail: settings.supportEmail },
            { term: 'Live URL', detail: settings.liveUrl },
            { term: 'Tax rate', detail: `${settings.taxRate ?? 0} %` },
            { term: 'Prices include the tax', detail: settings.pricesIncludeTax ? 'Yes' : 'No' },
            {
              term: 'Two steps at sign-in',
              detail: `${settings.demandsTwoSteps ? 'Demanded' : 'Not demanded'}. ${withoutStepText(settings.withoutTwoSteps ?? 0)}`,
            },
          ]}
        />
      </Card>
      <ArchiveCard settings={settings} />
    </Stack>
  )
}
