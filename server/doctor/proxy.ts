import { request as askPlainly } from 'node:http'
import { request as askByTls } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import * as z from 'zod/mini'
import type { Config } from '../config'
import { beat, betweenEvents, type Probed, probed, probeHeader, probePath, sealProbe } from '../http/probe'
import { openSecrets } from '../secrets'
import { type Finding, fine, lineOf, wrong } from './finding'

/** An address that nobody has, as which doctor claims to ask. */
const claimed = '192.0.2.77'
const strangers = [claimed, '198.51.100.7', '203.0.113.7', '2001:db8::77']

/** Milliseconds for all of it: the events, and a proxy that is slow. */
const patience = 8_000

interface Answered extends Probed {
  /** Milliseconds between the second event and the end. */
  apart: number
  /** By which address and port the question left, for whether somebody is in between. */
  local: { address: string; port: number }
}

/** Whether people who come by PUBLIC_URL are served as they are to be: each by their own address, and told as it happens. */
export async function* proxyFindings(config: Config): AsyncGenerator<Finding> {
  const { publicUrl, trustProxy } = config
  const believed = trustProxy === false ? [] : trustProxy.filter((one) => strangers.some((other) => isIn(other, one)))
  if (believed.length > 0) {
    yield wrong(
      `TRUST_PROXY names ${believed.join(', ')}, which is not proxies alone: whoever is in there may claim to be anybody; set it to the addresses of the proxies`,
    )
  }
  const answered = await ask(config).catch((error: unknown) => lineOf(error))
  if (typeof answered === 'string') {
    yield wrong(
      `PUBLIC_URL ${publicUrl} does not lead to this server when it is asked from here (${answered}): see that the name leads to the proxy, and the proxy to the server`,
    )
    return
  }
  yield answered.apart < betweenEvents / 2
    ? wrong(
        `What changes is held back on the way from ${publicUrl}, so that pages learn of it ten seconds later: for nginx, put proxy_buffering off; into the location of ${probePath}, and leave out proxy_ignore_headers`,
      )
    : fine(`Changes come through ${publicUrl} as they happen`)
  if (believed.length === 0) yield whoIsSeen(answered, config)
}

const saying = 'for nginx, proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'

/** Whether the server knows where a request is from that came through all proxies. */
function whoIsSeen(answered: Answered, { trustProxy, publicUrl }: Config): Finding {
  const { local, peerPort } = answered
  const [ip, peer, ...forwarded] = [answered.ip, answered.peer, ...answered.forwarded].map(plain)
  if (ip === undefined || peer === undefined) throw new Error('the server told nothing')
  const known = fine(`The server knows where requests by ${publicUrl} are from`)
  const isDirect = peer === plain(local.address) && peerPort === local.port
  if (isDirect) {
    return trustProxy === false || ip !== claimed
      ? known
      : wrong(`TRUST_PROXY names ${peer}, which is no proxy: leave it out, as nothing is in front of the server`)
  }
  const named = trustProxy === false ? 'is not set' : `is ${trustProxy.join(',')}`
  const also = (address: string) => [...(trustProxy === false ? [] : trustProxy), nameOf(address)].join(',')
  const isReplaced = !forwarded.includes(claimed)
  // What a proxy puts in place of what was claimed may be its own address, where doctor runs beside it.
  const isSaid = forwarded.length > 0 && !(isReplaced && ip === forwarded[0])
  if (ip === peer && (trustProxy === false || isSaid)) {
    return wrong(
      `The server takes everybody who comes by ${publicUrl} for the proxy at ${peer}, as TRUST_PROXY ${named}: set it to ${also(peer)}`,
    )
  }
  // Behind what was claimed, each proxy puts down who came to it.
  const told = forwarded.slice(forwarded.indexOf(claimed) + 1)
  const [first] = told
  if (first === undefined) {
    return wrong(
      forwarded.length === 0
        ? `The proxy at ${peer} does not tell where requests are from, so that all seem to come from it: ${saying}`
        : `The proxy at ${peer} hands on what visitors claim of their addresses: ${saying}`,
    )
  }
  if (ip === first) return known
  if (ip === claimed) {
    // From a machine that is trusted itself it can't be told more.
    if (ownAddresses().has(first)) return known
    return wrong(
      `The server believes what visitors at ${first} claim of their addresses, as TRUST_PROXY ${named}: set it to the addresses of the proxies alone`,
    )
  }
  return wrong(
    `The server takes everybody who comes by ${publicUrl} for the proxy at ${ip}, which TRUST_PROXY does not name: set it to ${also(ip)}`,
  )
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')

const nameOf = (address: string) => (address === '::1' || address.startsWith('127.') ? 'loopback' : address)

const ownAddresses = (): ReadonlySet<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .map(({ address }) => plain(address)),
  )

/** Whether an address is in what TRUST_PROXY names; names such as loopback have no stranger in them. */
function isIn(address: string, named: string): boolean {
  const [network = '', bits] = named.split('/')
  const family = isIP(network)
  if (family === 0 || family !== isIP(address)) return false
  const type = family === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(network, Number(bits ?? (family === 4 ? 32 : 128)), type)
  return list.check(address, type)
}

function seenIn(text: string): Probed | undefined {
  const [, data] = /^event: seen\ndata: (.*)\n\n/.exec(text) ?? []
  const { success, data: seen } = z.safeParse(probed, data === undefined ? undefined : JSON.parse(data))
  return success ? seen : undefined
}

/** Asks the server for its stream by the address that people use, whatever the certificate is. */
function ask(config: Config): Promise<Answered> {
  const address = new URL(`${config.publicUrl}${probePath}`)
  const send = address.protocol === 'https:' ? askByTls : askPlainly
  const headers = { [probeHeader]: sealProbe(openSecrets(config), Date.now()), 'x-forwarded-for': claimed }
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patience)
    const asking = send(address, { headers, signal, agent: false, rejectUnauthorized: false }, (answer) => {
      const { localAddress = '', localPort = 0 } = answer.socket
      const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true
      if (answer.statusCode !== 200 || !isStream) {
        asking.destroy()
        const isUnknown = answer.statusCode === 401
        const why = isUnknown ? ', as by a server with other keys or of another release' : ''
        reject(new Error(`it answers ${answer.statusCode}${why}`))
        return
      }
      let text = ''
      let began: number | undefined
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
        if (text.includes(beat)) began ??= performance.now()
      })
      answer.on('error', reject)
      answer.on('end', () => {
        const seen = seenIn(text)
        const local = { address: localAddress, port: localPort }
        if (seen && began !== undefined) resolve({ ...seen, apart: performance.now() - began, local })
        else reject(new Error('what it answers is cut off'))
      })
    })
    asking.on('error', (error) => reject(signal.aborted ? new Error('no answer within 8 seconds') : error))
    asking.end()
  })
}
