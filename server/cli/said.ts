// How commands tell what they have done.

export const many = (count: number) => count.toLocaleString('en')
export const counted = (count: number, one: string, more = `${one}s`) => `${many(count)} ${count === 1 ? one : more}`
export const say = (text: string) => process.stdout.write(`${text}\n`)

const millisecondsBetween = 5_000

/** Tells now and then how far it is, of what takes long. */
export function sayNowAndThen(): (text: () => string) => void {
  let last = performance.now()
  return (text) => {
    if (performance.now() - last < millisecondsBetween) return
    last = performance.now()
    process.stderr.write(`${text()}\n`)
  }
}
