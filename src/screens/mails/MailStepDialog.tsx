/** A step of a mail is taken at once: there is nothing to ask. */
export default function MailStepDialog() {
  return null
}
