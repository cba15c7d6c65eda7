import { mailFrame } from '../../../styled-system/recipes/mail-frame'

interface MarkupPolicy {
  createHTML: (markup: string) => unknown
}
interface MarkupPolicies {
  createPolicy: (name: string, rules: { createHTML: (markup: string) => string }) => MarkupPolicy
}

// Browsers that know trusted types take markup from a policy alone; TypeScript does not know them yet.
const { trustedTypes } = globalThis as { trustedTypes?: MarkupPolicies }
const policy = trustedTypes?.createPolicy('mail', { createHTML: (markup) => markup })

/** The body of a mail as its receiver sees it, in a frame that runs nothing, is of no origin and leads nowhere. */
export function MailFrame({ html }: { html: string }) {
  const markup = policy ? policy.createHTML(html) : html
  // React passes on what it is given, trusted markup as it is.
  return <iframe className={mailFrame()} title="Body of the mail" sandbox="" srcDoc={markup as string} />
}
