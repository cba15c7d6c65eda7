/** What was chosen or pasted, until it has been read: a machine carries its key, as it can't be written down. */
const sources = new Map<string, Blob>()
let kept = 0

/** Keeps a file or a text for the flow that will read it; returns under what. */
export function keepSource(source: Blob): string {
  kept += 1
  const key = `source.${kept}`
  sources.set(key, source)
  return key
}

export function takeSource(key: string): Blob | undefined {
  const source = sources.get(key)
  sources.delete(key)
  return source
}

/** What is kept, for whom it is too large to be read at once. */
export const keptSource = (key: string): Blob | undefined => sources.get(key)
