import { isIPv6 } from 'node:net'

/**
 * What of an address tells one client from another: all of an IPv4 address, the first 64 bits of an IPv6 address, as a
 * single line has all the rest to itself.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  // The last 32 bits may be written as an IPv4 address, which is two groups.
  const width = (list: string[]) => list.length + (list.at(-1)?.includes('.') ? 1 : 0)
  const [first, last] = [groups(head), groups(tail)]
  const zeros = plain.includes('::') ? 8 - width(first) - width(last) : 0
  const all = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** What of a network people are shown, and what is kept for that: its neighbours have the same. */
export const shownNetwork = (network: string): string =>
  network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.x').replace(/^(\w+:\w+:\w+):\w+::\/64$/, '$1::/48')
