/** That nobody sends mails and webhooks, and when somebody last did; null for never. */
export interface Silence {
  since: string | null
}

const silences = new Map<string, Silence>()
const hearers = new Set<() => void>()

/** What the streams of organizations say of those who send mails and webhooks; owners alone are told. */
export const workerSilence = {
  of: (organizationId: string | undefined): Silence | undefined => silences.get(organizationId ?? ''),
  /** Without a silence, all is well. */
  note: (organizationId: string, silence?: Silence) => {
    if (silence?.since === silences.get(organizationId)?.since && silence) return
    if (silence) silences.set(organizationId, silence)
    else silences.delete(organizationId)
    for (const hear of hearers) hear()
  },
  follow: (hear: () => void) => {
    hearers.add(hear)
    return () => void hearers.delete(hear)
  },
}
