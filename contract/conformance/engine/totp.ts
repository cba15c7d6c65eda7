import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a key in base32, as apps take it. */
function bytesOf(key: string): Buffer {
  const bits = Array.from(key.toUpperCase().replaceAll('=', ''))
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of an authenticator app at a moment (RFC 6238: SHA-1, 6 digits, 30 seconds). */
export function codeOf(key: string, now: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 30_000)))
  const digest = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}
