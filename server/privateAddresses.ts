import { BlockList, isIP } from 'node:net'

const inward = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  inward.addSubnet(net, prefix, 'ipv4')
}
for (const [net, prefix] of [
  ['::', 96],
  // What carries an IPv4 address within it leads to that one.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  inward.addSubnet(net, prefix, 'ipv6')
}

/** Whether an address is of no use outside of a network of its own. */
export function isPrivateAddress(address: string): boolean {
  // An IPv4 address that is mapped into IPv6 is looked for among those of IPv4.
  return inward.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
