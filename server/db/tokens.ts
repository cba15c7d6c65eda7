import { createHash } from 'node:crypto'

/** How a handed-out secret is kept: its SHA-256 in hex. The secret's 256 random bits need no slower hash. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')
