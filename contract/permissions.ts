/** What a member is to an organization; never shown as a word on a person (SE-12). */
export type Role = 'owner' | 'agent'

/** What can be done, by resource and verb. */
export type Action = `${string}.${string}`

/**
 * Why a member may not do something, in the sentence that they read (GE-05); undefined when they may. Server and app ask
 * here and nowhere else. As yet every member may do everything.
 */
export const whyForbidden = (_role: Role, _action: Action): string | undefined => undefined
