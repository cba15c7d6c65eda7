/** A server of PostgreSQL; the host of a socket is its folder. */
export interface Host {
  host: string
  port: number
}

/** What an address of a database names: `postgresql://user@a:5432,b:5432/db` names two servers. */
export interface DatabaseAddress {
  /** The address with its first host alone. */
  url: URL
  hosts: Host[]
  /** Which of its servers are meant, where that is said. */
  attributes: string | undefined
}

const usualPort = 5432
/** How many connections a process shares among all that it asks, where that is not said. */
export const usualConnections = 10
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s

/** Undefined for what is no such address. */
export function readAddress(text: string): DatabaseAddress | undefined {
  const [, before = '', authority = '', after = ''] = parts.exec(text) ?? []
  const named = authority.split(',')
  const urls = named.map((host) => `${before}${host}${after}`)
  const [first] = urls
  if (before === '' || first === undefined || (named.length > 1 && named.includes(''))) return undefined
  if (!urls.every((url) => URL.canParse(url))) return undefined
  const url = new URL(first)
  const attributes = url.searchParams.get('target_session_attrs') ?? undefined
  const listed = url.searchParams.get('host')
  const ports = (url.searchParams.get('port') ?? url.port).split(',')
  const portAt = (index: number) => Number(ports[index] ?? ports[0] ?? '') || usualPort
  const hosts =
    listed === null
      ? urls.map((one) => {
          const { hostname, port } = new URL(one)
          return {
            host: decodeURIComponent(hostname).replaceAll(/^\[|\]$/g, '') || 'localhost',
            port: Number(port) || usualPort,
          }
        })
      : listed.split(',').map((host, index) => ({ host, port: portAt(index) }))
  const [{ host, port } = { host: '', port: usualPort }] = hosts
  if (listed?.includes(',') === true) {
    url.searchParams.set('host', host)
    url.searchParams.set('port', String(port))
  }
  url.searchParams.delete('target_session_attrs')
  return { url, hosts, attributes }
}

/** The same of an address that is known to be one, as settings are. */
export function addressOf(text: string): DatabaseAddress {
  const address = readAddress(text)
  if (address === undefined) throw new TypeError('this is no address of PostgreSQL')
  return address
}

export const shownHost = ({ host, port }: Host): string =>
  host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`
