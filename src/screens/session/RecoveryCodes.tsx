import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { twoSteps } from '../../../styled-system/recipes/two-steps'
import { Button } from '../../components/base/Button'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import { ReadOnceDialog } from '../../components/overlay/ReadOnceDialog'
import { download } from '../../browser/download'
import { useCopied } from '../../browser/useCopied'

/** Recovery codes, which are shown once. */
export function RecoveryCodes({
  title,
  email,
  codes,
  onClose,
}: {
  title: string
  /** Whose they are. */
  email: string
  codes: readonly string[]
  onClose: () => void
}) {
  const { canCopy, isCopied, said, copy } = useCopied()
  const text = codes.join('\n')
  return (
    <ReadOnceDialog
      title={title}
      description="Each lets you in once, in place of a code of your app. They are shown now and never again."
      taken="I have them"
      onTaken={onClose}
    >
      <ul className={twoSteps().codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Row>
        {canCopy && (
          <Button onClick={() => copy(text)}>
            {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            {said || 'Copy all'}
          </Button>
        )}
        <Button
          onClick={() => download('offerdesk-recovery-codes.txt', `Offerdesk, ${email}\n\n${text}\n`, 'text/plain')}
        >
          Download
        </Button>
      </Row>
      <Text tone="muted">Keep them where you find them without your phone, such as in a password manager.</Text>
    </ReadOnceDialog>
  )
}
