import * as z from 'zod/mini'
import type { ApiTokenCreate } from '../extensions/apiTokens'
import { tokenDuties } from '../rules/apiTokens'
import { requiredLine } from './fields'

const scopes = ['reads', 'chosen', 'everything'] as const

/** What a token may change, in the words of its choice. */
export const scopeLabels: Readonly<Record<(typeof scopes)[number], string>> = {
  reads: 'Nothing, it only reads',
  chosen: 'What I choose',
  everything: 'Everything that I may',
}

/** Making an API token (ST-01). */
export const apiTokenForm = z
  .object({
    name: requiredLine('Say which program it is for', 100),
    scope: z.enum(scopes),
    /** Of each duty whether it is chosen. */
    duties: z.record(z.string(), z.boolean()),
    /** The last day; empty for none. */
    expiresAt: z.string(),
  })
  .check(
    z.refine(({ scope, duties }) => scope !== 'chosen' || Object.values(duties).includes(true), {
      message: 'Choose what it may change',
      path: ['duties'],
    }),
  )

/** What is typed into that dialog. */
export type ApiTokenValues = z.input<typeof apiTokenForm>

/** What that dialog begins with. */
export const apiTokenValues: ApiTokenValues = {
  name: '',
  scope: 'reads',
  duties: Object.fromEntries(tokenDuties.map((duty) => [duty, false])),
  expiresAt: '',
}

/** What is asked for by that dialog. */
export const newApiToken = (
  organizationId: string,
  { name, scope, duties, expiresAt }: ApiTokenValues,
): ApiTokenCreate => ({
  organizationId,
  name: name.trim(),
  duties: scope === 'everything' ? null : scope === 'reads' ? [] : tokenDuties.filter((duty) => duties[duty]),
  expiresAt: expiresAt || null,
})
