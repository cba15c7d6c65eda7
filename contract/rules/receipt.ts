interface Card {
  brand?: string | null | undefined
  last4?: string | null | undefined
}

/** A card that was paid by, as it is said: `Visa ending in 4242`. Undefined where nothing of it is known. */
export const cardText = (card: Card | null | undefined): string | undefined =>
  card?.last4 ? `${card.brand || 'Card'} ending in ${card.last4}` : undefined

/** The lines of an address that was typed, without those that are empty. */
export const typedLines = (address: string | null | undefined): string[] =>
  (address ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
