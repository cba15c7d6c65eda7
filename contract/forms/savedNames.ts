import * as z from 'zod/mini'
import { line } from '../schemas'
import { requiredLine } from './fields'

const longestName = 80

/** Whatever is in a name, something of it is seen. */
const isSeen = z.regex(/[^\p{Default_Ignorable_Code_Point}\p{Z}]/u, 'Name is required')

/** The name under which a report or a view of a list is kept. */
export const savedName = line(longestName).check(isSeen)

/** The dialog in which one is named. */
export const savedNameForm = z.object({ name: requiredLine('Name is required', longestName).check(isSeen) })

/** What is typed into that dialog. */
export type SavedNameValues = z.input<typeof savedNameForm>

export const savedNameValues = ({ name }: SavedNameValues): SavedNameValues => ({ name })
