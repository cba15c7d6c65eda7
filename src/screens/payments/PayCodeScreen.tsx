import { useSelector } from '@xstate/react'
import { errorMessage } from '../../../contract/client/errors'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { PageHeader } from '../../components/base/PageHeader'
import { PublicLayout } from '../../components/layout/PublicLayout'
import { SecretField } from '../../components/form/SecretField'
import { SecretForm } from '../../components/form/SecretForm'
import { judgeCode, openByCode, type PayCodeRef } from './startPayment'

/** Where a customer types the code that an agent has read out (NO-06). */
export function PayCodeScreen({ flow }: { flow: PayCodeRef }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { wrong, refusal } = state.context
  const isBusy = !state.matches('typing')
  return (
    <PublicLayout>
      <PageHeader title="Pay an order" description="With the code that you were told on the phone." />
      <Card>
        <SecretForm
          label="Your order"
          onType={(form) => judgeCode(flow, form)}
          onSubmit={(form) => openByCode(flow, form)}
        >
          {refusal !== undefined && <Alert>{errorMessage(refusal)}</Alert>}
          <SecretField
            label="Code"
            name="payCode"
            error={wrong['payCode']}
            disabled={isBusy}
            inputProps={{ maxLength: 20 }}
          />
          <SecretField
            label="Last four digits of your phone number"
            name="phoneDigits"
            error={wrong['phoneDigits']}
            disabled={isBusy}
            inputProps={{ inputMode: 'numeric', maxLength: 4 }}
          />
          <Button type="submit" variant="solid" size="lg" wide busy={isBusy}>
            Open order
          </Button>
        </SecretForm>
      </Card>
    </PublicLayout>
  )
}
