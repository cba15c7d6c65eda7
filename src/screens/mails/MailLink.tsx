import { Link } from '@tanstack/react-router'
import type { Mail } from '../../../contract/extensions/mails'

/** A mail's subject, which opens it beside the list (GE-03). */
export const MailLink = ({ mail: { id, subject } }: { mail: Mail }) => (
  <Link to="/settings" search={(before) => ({ ...before, tab: 'mails' as const, mailId: id })} resetScroll={false}>
    {subject || 'No subject'}
  </Link>
)
