import * as z from 'zod/mini'
import { fetchFirst } from '../browser/firstReads'
import { stored } from '../browser/storage'

const runtimeConfig = z.object({
  /** The backend's scheme, host and port; empty for the page's own origin (AP-06). */
  apiHost: z.catch(z.string(), ''),
  /** Whether the backend is known to offer the calls beyond the twenty of the specification (AP-05); else it is asked. */
  extensions: z.catch(z.boolean(), false),
  /** The inspector that `?inspect` opens; empty for Stately's. */
  inspectorUrl: z.catch(z.string(), ''),
  /** Who may make an account: everybody, unless it is `invitation` or `closed`. */
  signUp: z.catch(z.optional(z.string()), undefined),
  /** As whom anybody may look around; on a demo server alone (LP-01). */
  demo: z.catch(
    z.optional(z.object({ email: z.string(), password: z.string(), name: z.string(), organizationName: z.string() })),
    undefined,
  ),
})
export type RuntimeConfig = z.infer<typeof runtimeConfig>

/** What the server that delivers the app says about its backend. Without an answer, the page's own origin is meant. */
export async function loadConfig(): Promise<RuntimeConfig> {
  const answer: unknown = await fetchFirst('/config.json')
    .then((response) => (response.ok ? response.json() : {}))
    .catch(() => ({}))
  // What is no object at all says nothing.
  const { extensions, ...others } = z.parse(runtimeConfig, { ...(answer as object) })
  const apiHost = others.apiHost.replace(/\/+$/, '')
  return { ...others, apiHost, extensions: extensions || (await offersExtensions(apiHost)) }
}

const capabilities = z.object({ data: z.object({ extensions: z.array(z.string()) }) })

/** Milliseconds that the page waits for what decides how much of it there is. */
const patience = 2_000

/** Whether the backend offers what this app has beyond the core; one of the core alone answers 404 (GE-11). */
async function offersExtensions(apiHost: string): Promise<boolean> {
  const token = stored.token()
  const answer: unknown = await fetch(`${apiHost}/api/v1/capabilities`, {
    headers: { accept: 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    credentials: 'include',
    signal: AbortSignal.timeout(patience),
  })
    .then((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined)
  const told = z.safeParse(capabilities, answer)
  if (!told.success) return false
  // All calls are many files, which a backend of the core alone does not need.
  const { extensionCalls } = await import('../../contract')
  return extensionCalls.every((call) => told.data.data.extensions.includes(call))
}
