import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { twoSteps } from '../../../styled-system/recipes/two-steps'
import { Button } from '../../components/base/Button'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import { Dialog } from '../../components/overlay/Dialog'
import { download } from '../../browser/download'

/** Recovery codes, which are shown once: nothing but their reader closes them. */
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
  const [isCopied, setCopied] = useState(false)
  const text = codes.join('\n')
  return (
    <Dialog
      open
      title={title}
      description="Each lets you in once, in place of a code of your app. They are shown now and never again."
      onClose={() => undefined}
      footer={
        <Button variant="solid" onClick={onClose}>
          I have them
        </Button>
      }
    >
      <ul className={twoSteps().codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Row>
        {window.isSecureContext && (
          <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
            {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            {isCopied ? 'Copied' : 'Copy all'}
          </Button>
        )}
        <Button
          onClick={() => download('offerdesk-recovery-codes.txt', `Offerdesk, ${email}\n\n${text}\n`, 'text/plain')}
        >
          Download
        </Button>
      </Row>
      <Text tone="muted">Keep them where you find them without your phone, such as in a password manager.</Text>
    </Dialog>
  )
}
