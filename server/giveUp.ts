function inOneLine(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason)
  // A connection tried at several addresses has no message of its own.
  const said = reason instanceof AggregateError && reason.message === '' ? String(reason.errors[0]) : reason.message
  return said.split('\n')[0] ?? ''
}

/** Whatever keeps a program of ours from running is told in one line. */
export function giveUp(reason: unknown): never {
  process.stderr.write(`offerdesk: ${inOneLine(reason)}\n`)
  process.exit(2)
}
