import { Link, type LinkProps } from '@tanstack/react-router'
import type { AuditEntry } from '../../../contract/extensions/audit'
import { Text } from '../../components/base/Text'
import { recordKind } from '../../../contract/rules/auditTexts'

/** Where records have a page, or a panel. */
const pages: Readonly<Record<string, (id: string) => LinkProps>> = {
  campaigns: (campaignId) => ({ to: '/campaigns/$campaignId', params: { campaignId } }),
  customers: (customerId) => ({ to: '/customers/$customerId', params: { customerId } }),
  gateways: (gatewayInstanceId) => ({ to: '/gateways', search: { gatewayInstanceId } }),
  orders: (orderId) => ({ to: '/orders/$orderId', params: { orderId } }),
  products: (productId) => ({ to: '/products', search: { action: 'view', productId } }),
}

/** What was changed: its kind, and its name as the way to it (GE-03). */
export function AuditedRecord({ record }: Pick<AuditEntry, 'record'>) {
  const { resource, id, name } = record
  const page = pages[resource]?.(id)
  const kind = recordKind(record)
  const link = page && <Link {...page}>{name || kind}</Link>
  return (
    <>
      {name && (
        <Text as="span" tone="muted">
          {kind}{' '}
        </Text>
      )}
      {link ?? (name || kind)}
    </>
  )
}
