import * as z from 'zod/mini'
import { autoresponderEvent } from '../autoresponders'
import { emailAddress, requiredLine } from './fields'

/** The Add Email Auto Responder dialog (EM-03). */
export const autoresponderForm = z.object({
  pluginInstanceId: z.string().check(z.minLength(1, 'Plugin instance is required')),
  from: emailAddress,
  event: autoresponderEvent,
  subject: requiredLine('Subject is required', 200),
})

/** What is typed into the Add Email Auto Responder dialog. */
export type AutoresponderValues = z.input<typeof autoresponderForm>
