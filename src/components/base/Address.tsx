import { address as addressStyle } from '../../../styled-system/recipes/address'
import type { Address as Lines } from '../../../contract/addresses'
import { addressLines } from './addressLines'
import { Text } from './Text'

/** Where somebody lives, as one block (GE-14). */
export function Address({ address }: { address: Partial<Lines> | null | undefined }) {
  const lines = addressLines(address)
  if (lines.length === 0) return <Text tone="muted">No address is known.</Text>
  return <address className={addressStyle()}>{lines.join('\n')}</address>
}
