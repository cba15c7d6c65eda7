import { goalsForm, goalsValues, type GoalsValues } from '../../../contract/forms/goals'
import type { FlowRef } from '../../../machines/flows'
import { useCurrency } from '../../app/context'
import { FormDialog } from '../../components/form/FormDialog'
import { NumberField } from '../../components/form/NumberField'
import { useForm, useNews } from '../../components/form/useForm'

const labels: Record<keyof GoalsValues, string> = { today: 'Each day', week: 'Each week', month: 'Each month' }

/** What the team wants to take (LB-01). */
export default function GoalsEditDialog({ flow }: { flow: FlowRef<'goalsEdit'> }) {
  const { field } = useForm(flow, goalsForm)
  const news = useNews(flow, goalsValues, labels)
  const currency = useCurrency()
  return (
    <FormDialog
      flow={flow}
      title="Set goals"
      description="The net revenue that the team wants to take. Everybody sees on the leaderboard how far it is."
      submit={['Save', 'Saving...']}
      news={news}
    >
      <NumberField {...field('today')} label={labels.today} kind="amount" unit={currency} optional />
      <NumberField {...field('week')} label={labels.week} kind="amount" unit={currency} optional />
      <NumberField {...field('month')} label={labels.month} kind="amount" unit={currency} optional />
    </FormDialog>
  )
}
