/** A test or a message is sent at once: there is nothing to ask. */
export default function WebhookSendDialog() {
  return null
}
