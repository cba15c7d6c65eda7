import * as z from 'zod/mini'
import { agentPermissions } from './agentPermissions'
import { core, id, shownNumber, shownText } from './schemas'
import { routes } from './client/tsRest'

/** What is not told is absent, as a backend of the core calls alone knows none of it but id and name. */
export const organization = z.object({
  id,
  name: z.string(),
  /** ISO 4217, of every amount of the organization. */
  currency: shownText,
  /** IANA; its campaigns begin and end by the days of this zone. */
  timeZone: shownText,
  /** In percent, with up to three decimals. */
  taxRate: shownNumber,
  pricesIncludeTax: z.nullish(z.boolean()),
  /** What the signed-in person is to it, by which is told what they may do there; never shown (SE-12). */
  role: z.catch(z.nullish(z.enum(['owner', 'agent'])), undefined),
  /** Whether it is closed to the person until they have a second step at sign-in. */
  needsSecondStep: z.nullish(z.boolean()),
  /** What its agents may do. */
  agents: z.catch(z.nullish(agentPermissions), undefined),
})
export type Organization = z.infer<typeof organization>

/** Somebody who belongs to an organization. */
export const member = z.object({
  id,
  name: shownText,
  email: shownText,
  /** What they are to it, by which is told what they may do there; never shown as a word (SE-12). */
  role: z.catch(z.nullish(z.enum(['owner', 'agent'])), undefined),
  /** Whether they are kept out of it now; what they did stays theirs. */
  isDisabled: z.nullish(z.boolean()),
})
export type Member = z.infer<typeof member>

/** The organizations that the signed-in user belongs to (SE-02, SE-10). */
export const organizations = routes({
  list: {
    method: 'GET',
    path: '/organizations',
    summary: 'List the organizations of the signed-in user',
    metadata: core,
    responses: { 200: z.object({ data: z.array(organization) }) },
  },
})
