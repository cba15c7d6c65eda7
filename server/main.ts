import { readConfig } from './config'

function inOneLine(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason)
  // A connection tried at several addresses has no message of its own.
  const said = reason instanceof AggregateError && reason.message === '' ? String(reason.errors[0]) : reason.message
  return said.split('\n')[0] ?? ''
}

/** Whatever keeps the server from running is told in one line. */
function giveUp(reason: unknown): never {
  process.stderr.write(`offerdesk: ${inOneLine(reason)}\n`)
  process.exit(2)
}

async function start() {
  const config = readConfig(process.env)
  // Loaded only here: whoever has a wrong setting learns it at once.
  const { serveUntilStopped } = await import('./serve')
  await serveUntilStopped(config, giveUp)
}

start().catch(giveUp)
