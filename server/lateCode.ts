/** A while after a start, when whatever it takes holds up nobody. */
const millisecondsUntil = 2_000

/**
 * Loads what is otherwise loaded with its first use. Another release that is installed in place of this one takes its files
 * away, and what runs goes on until it is started anew.
 */
export function loadLateCode(warn: (text: string) => void): void {
  const load = () =>
    Promise.all([import('nodemailer'), import('@simplewebauthn/server'), import('./payments/drivers/stripe')])
  setTimeout(() => {
    load().catch((error: unknown) => warn(`Some code could not be loaded: ${String(error)}`))
  }, millisecondsUntil).unref()
}
