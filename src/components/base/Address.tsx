import { address as addressStyle } from '../../../styled-system/recipes/address'
import type { Address as Fields } from '../../../contract/addresses'
import { addressLines } from './addressLines'
import { Text } from './Text'

/** Where somebody lives, as one block (GE-14). */
export function Address({ address }: { address: Partial<Fields> | null | undefined }) {
  const lines = addressLines(address)
  if (lines.length === 0) return <Text tone="muted">No address is known.</Text>
  return <Lines lines={lines} />
}

/** An address that has been put into lines. */
export const Lines = ({ lines }: { lines: readonly string[] }) => (
  <address className={addressStyle()}>{lines.join('\n')}</address>
)
