import { once } from 'node:events'
import { createServer } from 'node:net'
import { InvalidConfig } from './config'

/** Where a server listens. */
interface Place {
  host: string
  port: number
}

/** What is set to listen somewhere else. */
interface Settings {
  port: string
  host: string
}

/** Why nothing can listen there, in one line that says how to mend it by which setting; undefined for what is unknown. */
export function whyNotListening(
  code: string,
  { host, port }: Place,
  set: Settings = { port: 'PORT', host: 'HOST' },
): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is in use; set ${set.port} to another one`
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine; set ${set.host} to one that is, or to 0.0.0.0 for all of them`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `nobody knows the address of ${host}; set ${set.host} to an address of this machine`
    case 'EACCES':
      return `this account may not listen on port ${port}; set ${set.port} to one above 1023`
    default:
      return undefined
  }
}

/** The same as an error that ends a command; what is unknown stays as it is. */
export function notListening(error: unknown, place: Place, set?: Settings): unknown {
  const why = error instanceof Error && 'code' in error ? whyNotListening(String(error.code), place, set) : undefined
  return why === undefined ? error : new InvalidConfig(why)
}

/** Listens for a moment; rejects with what keeps it from that. */
export async function tryListening({ host, port }: Place): Promise<void> {
  const listener = createServer()
  try {
    await once(listener.listen(port, host), 'listening')
  } finally {
    listener.close()
  }
}
