import { useSelector } from '@xstate/react'
import { errorMessage } from '../../../contract/client/errors'
import { orderName } from '../../../contract/orders'
import type { FlowRef } from '../../../machines/flows'
import {
  orderRefundForm,
  orderRefundValues,
  type OrderRefundValues,
  partsOfRefund,
  refundAmount,
  refundNews,
  shippingInProportion,
  shippingLeftOf,
  unitsHint,
  whyNotMine,
} from '../../../machines/orders/orderRefundForm'
import { type Amount, shownAmount } from '../../../contract/rules/amounts'
import { shippingLeft } from '../../../contract/rules/refunds'
import { Alert } from '../../components/base/Alert'
import { DescriptionList } from '../../components/base/DescriptionList'
import { Text } from '../../components/base/Text'
import { CheckboxField } from '../../components/form/CheckboxField'
import { FormDialog } from '../../components/form/FormDialog'
import { takeFocus } from '../../components/form/placed'
import { NumberField } from '../../components/form/NumberField'
import { SelectField } from '../../components/form/SelectField'
import { TextAreaField } from '../../components/form/TextAreaField'
import { useForm, useNews } from '../../components/form/useForm'

const ways = [
  { value: 'lines', label: 'By lines' },
  { value: 'amount', label: 'An amount' },
]

/** What a select answers is one of its own options. */
const shippingOf = (chosen: string): OrderRefundValues['shipping'] =>
  chosen === 'share' || chosen === 'amount' ? chosen : 'none'

/** Giving money back, by lines of the order or of an amount; said once more before it is sent (OR-03). */
export default function OrderRefundDialog({ flow }: { flow: FlowRef<'orderRefund'> }) {
  const { record: order, refusal } = useSelector(flow, (state) => state.context)
  const isConfirming = useSelector(
    flow,
    (state) => state.matches('confirming') || state.matches('refunding') || state.matches('unanswered'),
  )
  const { field, choice, change, isBusy } = useForm(flow, orderRefundForm)
  const values: OrderRefundValues = useSelector(flow, (state) => state.context.form.values)
  const currency = order.currency ?? 'USD'
  const money = (value: Amount) => shownAmount(value, currency)
  const news = useNews(flow, orderRefundValues, (before, now) => refundNews(before, now, money))
  const limit = whyNotMine(values, values.refundable)
  const amount = refundAmount(values)
  const comesTo = amount === undefined ? '-' : money(amount)
  const { value: by, onChange: _, ...byField } = field('by')
  const units = field('units')
  const { value: shipping, onChange: __, ...shippingField } = field('shipping')
  const hasShipping = values.lines.some((line) => shippingLeft(line) > 0)
  const proportion = shippingInProportion(values)
  const parts = values.by === 'lines' ? partsOfRefund(values) : undefined
  return (
    <FormDialog
      flow={flow}
      title={`Refund order ${orderName(order)}`}
      description={`At most ${money(values.refundable)} can be given back.${limit === undefined ? '' : ` ${limit}`}`}
      submit={isConfirming ? [`Refund ${comesTo}`, 'Refunding...'] : 'Continue'}
      cancel={isConfirming ? 'Back' : 'Cancel'}
      news={news}
      notice={refusal !== undefined && !isConfirming && <Alert>{errorMessage(refusal)}</Alert>}
    >
      {isConfirming ? (
        <>
          {/* The fields are gone, and the question is what a screen reader goes on with. */}
          <div ref={takeFocus} tabIndex={-1}>
            <Alert tone="amber">
              {comesTo} goes back to the customer. This can’t be undone.
              {values.by === 'lines' && values.restock && ' The units are for sale again.'}
            </Alert>
          </div>
          {values.reason.trim() !== '' && <Text>Reason: {values.reason}</Text>}
        </>
      ) : (
        <>
          <SelectField
            {...byField}
            value={by}
            onChange={(chosen) => change({ by: chosen === 'amount' ? 'amount' : 'lines' })}
            label="What"
            options={values.lines.length > 0 ? ways : ways.slice(1)}
          />
          {by === 'amount' ? (
            <NumberField {...field('amount')} label="Amount" kind="amount" unit={currency} />
          ) : (
            <>
              {values.lines.map((line) => (
                <NumberField
                  key={line.id}
                  name={`units.${line.id}`}
                  label={`Units of ${line.name}`}
                  hint={unitsHint(line, values.units[line.id] ?? '', values.currency)}
                  kind="count"
                  value={values.units[line.id] ?? ''}
                  disabled={isBusy}
                  onChange={(text) => change({ units: { ...values.units, [line.id]: text } })}
                  onBlur={units.onBlur}
                />
              ))}
              {units.error && (
                <Text as="div" size="sm" tone="danger">
                  <span role="alert">{units.error}</span>
                </Text>
              )}
              {hasShipping && (
                <SelectField
                  {...shippingField}
                  value={shipping}
                  onChange={(chosen) => change({ shipping: shippingOf(chosen) })}
                  label="Shipping"
                  options={[
                    { value: 'none', label: 'None of it' },
                    {
                      value: 'share',
                      label: `As much as of the goods${proportion === undefined ? '' : `: ${money(proportion)}`}`,
                    },
                    { value: 'amount', label: 'An amount' },
                  ]}
                />
              )}
              {hasShipping && shipping === 'amount' && (
                <NumberField
                  {...field('shippingAmount')}
                  label="Shipping to refund"
                  kind="amount"
                  unit={currency}
                  hint={`At most ${money(shippingLeftOf(values))} of the chosen lines’ shipping is left`}
                />
              )}
              <CheckboxField {...choice('restock')} label="Put back into stock" />
            </>
          )}
          <TextAreaField {...field('reason')} label="Reason" />
          {parts && (
            <DescriptionList
              layout="rows"
              entries={[
                { term: order.pricesIncludeTax ? 'Goods, with their tax' : 'Goods', detail: money(parts.goods) },
                ...(parts.tax > 0 ? [{ term: 'Tax', detail: money(parts.tax) }] : []),
                ...(hasShipping ? [{ term: 'Shipping', detail: money(parts.shipping) }] : []),
              ]}
            />
          )}
          <Text as="div" tone="muted">
            <span role="status">Comes to {comesTo}</span>
          </Text>
        </>
      )}
    </FormDialog>
  )
}
