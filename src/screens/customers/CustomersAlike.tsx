import { useSelector } from '@xstate/react'
import { recordNews } from '../../../styled-system/recipes/record-news'
import { customerName } from '../../../contract/customers'
import type { CustomerAlike } from '../../../contract/extensions/customers'
import { Button } from '../../components/base/Button'
import { Stack } from '../../components/base/Stack'
import { type CustomerTyping, useCustomersAlike } from './useCustomersAlike'

const reasons: Readonly<Record<CustomerAlike['alike'][number], string>> = {
  email: 'same email',
  phone: 'same phone number',
  name: 'same name and postal code',
}

interface CustomersAlikeProps {
  typing: CustomerTyping
  onUse: (customer: CustomerAlike) => void
}

/** Who the customer that is typed may be already, to be used instead (CU-02). */
export function CustomersAlike({ typing, onUse }: CustomersAlikeProps) {
  const found = useSelector(useCustomersAlike(typing), (state) => state.context.found)
  const styles = recordNews()
  if (found.length === 0) return null
  return (
    <Stack gap="sm">
      {found.slice(0, 3).map((customer) => (
        <div key={customer.id} className={styles.root} role="status">
          <p>
            {customerName(customer)} is a customer already: {customer.alike.map((by) => reasons[by]).join(', ')}.
          </p>
          <div className={styles.actions}>
            <Button size="sm" onClick={() => onUse(customer)}>
              Use this customer
            </Button>
          </div>
        </div>
      ))}
    </Stack>
  )
}
