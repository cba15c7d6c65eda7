import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { copyable } from '../../../styled-system/recipes/copyable'
import { useCopied } from '../../browser/useCopied'
import { IconButton } from '../base/IconButton'

/** A text with a button that copies it, and says so until it is left. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const { canCopy, isCopied, said, copy, forget } = useCopied()
  return (
    <span className={copyable()}>
      <span>{text}</span>
      {canCopy && (
        <IconButton label={label} size="sm" onClick={() => copy(text)} onPointerLeave={forget} onBlur={forget}>
          {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        </IconButton>
      )}
      <span role="status">{said}</span>
    </span>
  )
}
