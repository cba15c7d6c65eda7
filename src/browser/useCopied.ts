import { useState } from 'react'

/** Copies a text, and tells what became of that until it is forgotten. A browser copies on secure pages only, if it is let. */
export function useCopied() {
  const [said, setSaid] = useState<'' | 'Copied' | 'Not allowed to copy'>('')
  return {
    canCopy: window.isSecureContext,
    isCopied: said === 'Copied',
    said,
    copy: (text: string) =>
      void navigator.clipboard.writeText(text).then(
        () => setSaid('Copied'),
        () => setSaid('Not allowed to copy'),
      ),
    forget: () => setSaid(''),
  }
}
