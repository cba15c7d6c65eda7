import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { copyable } from '../../../styled-system/recipes/copyable'
import { IconButton } from './IconButton'

/** A text with a button that copies it, and says so until it is left. A browser copies on secure pages only. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false)
  const forget = () => setCopied(false)
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <span className={copyable()}>
      <span>{text}</span>
      {window.isSecureContext && (
        <IconButton label={label} size="sm" onClick={copy} onPointerLeave={forget} onBlur={forget}>
          {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        </IconButton>
      )}
      <span role="status">{isCopied && 'Copied'}</span>
    </span>
  )
}
