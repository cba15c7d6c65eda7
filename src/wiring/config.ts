import * as z from 'zod/mini'

const runtimeConfig = z.object({
  /** The backend's scheme, host and port; empty for the page's own origin (AP-06). */
  apiHost: z.catch(z.string(), ''),
  /** Whether the backend offers the calls beyond the twenty of the specification (AP-05). */
  extensions: z.catch(z.boolean(), false),
  /** The inspector that `?inspect` opens; empty for Stately's. */
  inspectorUrl: z.catch(z.string(), ''),
  /** As whom anybody may look around; on a demo server alone (LP-01). */
  demo: z.catch(
    z.optional(z.object({ email: z.string(), password: z.string(), name: z.string(), organizationName: z.string() })),
    undefined,
  ),
})
export type RuntimeConfig = z.infer<typeof runtimeConfig>

/** What the server that delivers the app says about its backend. Without an answer, the page's own origin is meant. */
export async function loadConfig(): Promise<RuntimeConfig> {
  const answer: unknown = await fetch('/config.json')
    .then((response) => (response.ok ? response.json() : {}))
    .catch(() => ({}))
  const config = z.safeParse(runtimeConfig, answer)
  if (!config.success) return { apiHost: '', extensions: false, inspectorUrl: '' }
  return { ...config.data, apiHost: config.data.apiHost.replace(/\/+$/, '') }
}
