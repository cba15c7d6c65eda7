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
        // What could not be copied takes room that may move the button from under the pointer, and is to be read.
        <IconButton
          label={label}
          size="sm"
          onClick={() => copy(text)}
          onPointerLeave={isCopied ? forget : undefined}
          onBlur={forget}
        >
          {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        </IconButton>
      )}
      <span role="status">{said}</span>
    </span>
  )
}
