import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { RightFields } from './RightFields'
import { useOwnCampaigns } from './useOwnCampaigns'

type Field = Omit<Parameters<typeof RightFields>[0], 'campaigns' | 'none'>

/** The organization's own campaigns, to choose what is shared of them. */
export function OwnCampaignFields({ value, error, disabled, onChange, onBlur }: Field) {
  const { campaigns, isFailed, isLoading, retry } = useOwnCampaigns()
  if (isFailed) return <ErrorState message="Error fetching campaigns" onRetry={retry} />
  if (isLoading) return <LoadingState />
  const fields = { value, error, disabled, onChange, onBlur }
  return <RightFields campaigns={campaigns} none="Not shared" {...fields} />
}
