import { useSelector } from '@xstate/react'
import { campaignScriptForm, campaignScriptValues, type CampaignScriptValues } from '../../../contract/forms/campaigns'
import type { FlowRef } from '../../../machines/flows'
import type { Form } from '../../../machines/form'
import { knownPlaceholders, whyNotScript } from '../../../contract/rules/script'
import { FormDialog } from '../../components/form/FormDialog'
import { TextAreaField } from '../../components/form/TextAreaField'
import { useForm, useNews } from '../../components/form/useForm'
import { CampaignTabs } from './CampaignTabs'

const labels = { script: 'Script' }

/** A placeholder that there is not holds nothing up: it may be meant as it stands. */
function warningsOf({ values }: Form<CampaignScriptValues>) {
  const script = whyNotScript(values.script)
  return script === undefined ? {} : { script }
}

/** What agents say in a campaign, as the Script tab of Update Campaign (NO-05). */
export default function CampaignScriptDialog({ flow }: { flow: FlowRef<'campaignScript'> }) {
  const { field } = useForm(flow, campaignScriptForm, warningsOf)
  const news = useNews(flow, campaignScriptValues, labels)
  const campaign = useSelector(flow, (state) => state.context.campaign)
  return (
    <FormDialog
      flow={flow}
      title="Update Campaign"
      description="What agents say while they take an order. It stands beside the form of a new order."
      submit={['Update', 'Saving...']}
      news={news}
    >
      <CampaignTabs flow={flow} campaign={campaign} value="script">
        <TextAreaField
          {...field('script')}
          label={labels.script}
          rows={12}
          hint={`Filled in by itself: ${knownPlaceholders.join(', ')}`}
        />
      </CampaignTabs>
    </FormDialog>
  )
}
