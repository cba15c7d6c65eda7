import { duties, type Duty } from './duties'
import { dutyLabel } from './dutyLabel'

/** What every API token begins with, so that one that has been left somewhere is known for what it is. */
export const apiTokenStart = 'odk_'

/** How a token is named wherever something tells who did it. */
export const apiTokenName = (name: string): string => `API token ${name}`

/** Who is let in, or kept out: whoever came in by a token would stay when it is revoked. */
const ofPeople: ReadonlySet<string> = new Set(['apiTokens', 'team', 'users', 'roles', 'leaving'])

/** What a token may be given to change. None makes others or invites people, who would outlive it. */
export const tokenDuties: readonly Duty[] = (Object.keys(duties) as Duty[]).filter((duty) => !ofPeople.has(duty))

/** What a token may do: read all that its maker reads, and change what these are about; null for all that its maker may. */
export interface TokenScope {
  name: string
  duties: readonly string[] | null
}

/** Why a token can't be used for a call at all, in the sentence that its holder reads; undefined when it can. */
export function whyNotByToken(call: string): string | undefined {
  // Whoever has one is told whom it works for.
  if (call === 'users.me' || !/^(?:users|apiTokens|invites|members)\./.test(call)) return undefined
  return /^(?:invites|members)\./.test(call)
    ? "An API token can't be used for who is let in. Sign in for that."
    : "An API token can't be used for an account or for API tokens. Sign in for that."
}

/** Why a token can't be used for a duty, in the same way. */
export const whyOutOfScope = ({ name, duties: given }: TokenScope, duty: Duty): string | undefined =>
  given === null || given.includes(duty)
    ? undefined
    : `${apiTokenName(name)} can't ${duties[duty].doing}. Make one that can in Settings.`

/** What a token may change, as it is read in a list. */
export function shownScope({ duties: given }: Pick<TokenScope, 'duties'>): string {
  if (given === null) return 'Everything'
  const known = tokenDuties.filter((duty) => given.includes(duty))
  if (known.length === 0) return 'Reads only'
  return known.map(dutyLabel).join('. ')
}

/** Whether a token has come to its end. */
export const isExpired = ({ expiresAt }: { expiresAt?: string | null | undefined }, now: Date): boolean =>
  typeof expiresAt === 'string' && new Date(expiresAt).getTime() <= now.getTime()
