/** A status in words, as a backend calls it: `partially_refunded` is 'Partially refunded'. */
export const statusWords = (status: string): string =>
  status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ')
