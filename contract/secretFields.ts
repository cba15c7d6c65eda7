// Apart from the schemas, as the payment page has none of them.

/** The names under which the contract's secrets are sent and answered. */
export const secretFields: readonly string[] = [
  'password',
  'currentPassword',
  'token',
  'inviteToken',
  'secretKey',
  'webhookSecret',
  'linkUrl',
  'payCode',
  'cardNumber',
  'securityCode',
  'phoneDigits',
  'mailHtml',
  'mailText',
  'oneTimeCode',
  'appKey',
  'recoveryCodes',
]
