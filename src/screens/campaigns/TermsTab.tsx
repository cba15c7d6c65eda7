import { Card } from '../../components/base/Card'
import { Text } from '../../components/base/Text'

/** CD-03. */
export function TermsTab({ terms }: { terms: string | null | undefined }) {
  return (
    <Card>
      {terms ? (
        <Text as="div" prose>
          {terms}
        </Text>
      ) : (
        <Text tone="muted">This campaign has no terms of service.</Text>
      )}
    </Card>
  )
}
