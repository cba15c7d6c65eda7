import * as z from 'zod/mini'
import type { Config } from '../config'
import { ownVersion } from '../files'
import { tryListening, whyNotListening } from '../listening'
import { type Finding, fine, lineOf, wrong } from './finding'

const health = z.object({ version: z.string() })

/** Whether the server can listen, or does so already; ends with which release does. */
export async function* portFindings({ host, port }: Config): AsyncGenerator<Finding, string | undefined> {
  try {
    await tryListening({ host, port })
    yield fine(`Port ${port} of ${host} is free`)
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const version = code === 'EADDRINUSE' ? await versionAt(host, port) : undefined
    if (version === undefined) yield wrong(whyNotListening(code, { host, port }) ?? lineOf(error))
    else if (version === ownVersion()) yield fine(`Offerdesk ${version} runs at port ${port}`)
    else yield wrong(`Offerdesk ${version} runs at port ${port}, and ${ownVersion()} is installed: start it anew`)
    return version
  }
}

/** Which release of ours answers there; undefined where somebody else does, or nobody. */
async function versionAt(host: string, port: number): Promise<string | undefined> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  try {
    const answer = await fetch(`http://${name}:${port}/api/health`, { signal: AbortSignal.timeout(3_000) })
    return z.parse(health, await answer.json()).version
  } catch {
    return undefined
  }
}
