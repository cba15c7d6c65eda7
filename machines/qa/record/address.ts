/** An address, as far as somebody may have typed into it; what was typed stands encoded in an address. */
export interface Address {
  path: string
  search: [name: string, value: string][] | undefined
}

export function decoded(address: string): Address {
  const [path = '', search] = address.split('?')
  return { path, search: search === undefined ? undefined : [...new URLSearchParams(search)] }
}

export const encoded = ({ path, search }: Address): string =>
  search === undefined ? path : `${path}?${new URLSearchParams(search).toString()}`
