import { useState } from 'react'

/** Copies a text, and tells whether it has until that is forgotten. A browser copies on secure pages only. */
export function useCopied() {
  const [isCopied, setCopied] = useState(false)
  return {
    canCopy: window.isSecureContext,
    isCopied,
    copy: (text: string) => void navigator.clipboard.writeText(text).then(() => setCopied(true)),
    forget: () => setCopied(false),
  }
}
