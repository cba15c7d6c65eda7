/** Why a gateway declined, in words for the customer and for the agent who speaks with them. */
export const declineReasons: Readonly<Record<string, string>> = {
  card_declined: 'The bank declined the card.',
  insufficient_funds: 'There is not enough money on the card.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code is wrong.',
  incorrect_number: 'The card number is wrong.',
  processing_error: 'The bank could not process the card just now.',
  authentication_required: 'The bank wants to be asked first.',
  gateway_refused: 'The payment service refused this payment. Tell the seller.',
  authentication_failed: 'The bank was told no, or was not answered.',
}

/** The plain words of a reason; those of a plain decline for one that we do not know. */
export const reasonText = (code: string | null | undefined): string =>
  declineReasons[code ?? ''] ?? 'The bank declined the card.'
