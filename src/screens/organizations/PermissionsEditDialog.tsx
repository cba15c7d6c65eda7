import { permissionsForm, permissionsValues, type PermissionsValues } from '../../../contract/forms/permissions'
import { permissionTexts } from '../../../contract/rules/permissions'
import type { FlowRef } from '../../../machines/flows'
import { useCurrency } from '../../app/context'
import { CheckboxField } from '../../components/form/CheckboxField'
import { FormDialog } from '../../components/form/FormDialog'
import { NumberField } from '../../components/form/NumberField'
import { useForm, useNews } from '../../components/form/useForm'

const { refundLimit, changesOffers, seesAllOrders, exports, sharesViews } = permissionTexts
const labels: Record<keyof PermissionsValues, string> = {
  refundLimit: refundLimit.label,
  changesOffers: changesOffers.label,
  seesAllOrders: seesAllOrders.label,
  exports: exports.label,
  sharesViews: sharesViews.label,
}

/** What agents may do (ST-02). */
export default function PermissionsEditDialog({ flow }: { flow: FlowRef<'permissionsEdit'> }) {
  const { field, choice } = useForm(flow, permissionsForm)
  const news = useNews(flow, permissionsValues, labels)
  const currency = useCurrency()
  return (
    <FormDialog
      flow={flow}
      title="Edit permissions"
      description="What agents may do beside their daily work. It holds for all of them at once."
      submit={['Save', 'Saving...']}
      news={news}
    >
      <NumberField {...field('refundLimit')} {...refundLimit} kind="amount" unit={currency} />
      <CheckboxField {...choice('changesOffers')} {...changesOffers} />
      <CheckboxField {...choice('seesAllOrders')} {...seesAllOrders} />
      <CheckboxField {...choice('exports')} {...exports} />
      <CheckboxField {...choice('sharesViews')} {...sharesViews} />
    </FormDialog>
  )
}
