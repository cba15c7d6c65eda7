import type { SyntheticEvent } from 'react'
import { mailFrame } from '../../../styled-system/recipes/mail-frame'

/**
 * The body of a mail as its receiver sees it, in a page of its own (public/mail.html) that may look as the mail says, which
 * the app's own policy forbids. It is of no origin, runs nothing of the mail, and leads nowhere.
 */
export function MailFrame({ html }: { html: string }) {
  // A page of no origin can't be named as the receiver; what is in the frame is our own, as nothing else can be framed.
  const handOver = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) =>
    currentTarget.contentWindow?.postMessage(html, '*')
  // Another mail is another frame, as each is handed one.
  return (
    <iframe
      key={html}
      className={mailFrame()}
      title="Body of the mail"
      sandbox="allow-scripts"
      src="/mail.html"
      onLoad={handOver}
    />
  )
}
