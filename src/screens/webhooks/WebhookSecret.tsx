import { Text } from '../../components/base/Text'
import { ShownSecret } from '../ShownSecret'

interface WebhookSecretProps {
  title: string
  /** Null when it was answered to somebody who did not hear it. */
  secret: string | null
  onTaken: () => void
  /** What it is good for. */
  children: string
}

/** The secret of a webhook that has been made. */
export const WebhookSecret = ({ children, ...shown }: WebhookSecretProps) => (
  <ShownSecret {...shown} noun="secret" lost="Make a new secret.">
    <Text tone="muted">{children}</Text>
  </ShownSecret>
)
