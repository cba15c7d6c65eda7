/** Ids that were made by this page: nobody else can know them yet. */
const made = new Set<string>()

/** A random UUID. `crypto.randomUUID` is missing on pages without https. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Version 4, variant 1.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  made.add(id)
  return id
}

export const isMadeHere = (id: string): boolean => made.has(id)
