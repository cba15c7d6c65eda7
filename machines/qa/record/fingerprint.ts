import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type KnownMachine, type MachineParts, partsOf } from './parts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON text that is the same for equal data, whatever the order of its keys. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  ) ?? 'null'

const known = new WeakMap<object, string>()

/** 16 hexadecimal digits that tell one value's data from another's. Values must not be changed in place. */
export function fingerprint(value: unknown): string {
  const before = isRecord(value) ? known.get(value) : undefined
  if (before !== undefined) return before
  const digits = bytesToHex(sha256(utf8ToBytes(canonical(value)))).slice(0, 16)
  if (isRecord(value)) known.set(value, digits)
  return digits
}

/** A machine's configuration as data: a function says only that there is one, as its text depends on the build. */
export const plainConfig = (config: object): object =>
  // What JSON makes of an object is an object.
  JSON.parse(JSON.stringify(config, (_key, part: unknown) => (typeof part === 'function' ? {} : part))) as object

/** Changes with the machine's states, transitions, guards, actions and delays. */
export const versionOf = ({ config, delays }: MachineParts): string =>
  fingerprint({ config: plainConfig(config), delays: plainConfig(delays) })

export const machineVersion = (machine: KnownMachine): string => versionOf(partsOf(machine))
