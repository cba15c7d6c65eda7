import type { Config } from './config'

/** Why nothing can listen there, in one line that says how to mend it; undefined for what is unknown. */
export function whyNotListening(code: string, { host, port }: Pick<Config, 'host' | 'port'>): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is in use; set PORT to another one`
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine; set HOST to one that is, or to 0.0.0.0 for all of them`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `nobody knows the address of ${host}; set HOST to an address of this machine`
    case 'EACCES':
      return `this account may not listen on port ${port}; set PORT to one above 1023`
    default:
      return undefined
  }
}
