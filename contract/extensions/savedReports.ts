import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { answerableQuestion, reportQuestion } from '../forms/reports'
import { savedName } from '../forms/savedNames'
import { acknowledged, extension, id, shownText, someField } from '../schemas'
import { idempotencyKey, ifMatch, version } from '../versions'

/** A report that somebody has named, for everybody of the organization (RP-01). */
export const savedReport = z.object({
  id,
  name: z.string(),
  /** Its period goes along with the calendar. */
  question: reportQuestion,
  createdByName: shownText,
  /** Whether whoever asks has it mailed every Monday. */
  isMailed: z.boolean(),
  version,
  createdAt: shownText,
  updatedAt: shownText,
})
export type SavedReport = z.infer<typeof savedReport>

/** So many of an organization at most. */
export const mostSavedReports = 100

const fields = z.object({ name: savedName, question: answerableQuestion })
export const savedReportCreate = z.extend(fields, { organizationId: id })
export const savedReportUpdate = z.partial(fields).check(someField)

const ofOne = { metadata: extension, pathParams: z.object({ savedReportId: id }) }
const answered = { responses: { 200: z.object({ data: savedReport }) } }

/** Reports that are kept by their name, and mailed to whoever wants them. */
export const savedReports = routes({
  list: {
    method: 'GET',
    path: '/saved-reports',
    summary: 'List the saved reports of an organization, by name',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(savedReport) }) },
  },
  create: {
    method: 'POST',
    path: '/saved-reports',
    summary: 'Save a report under a name, for everybody of the organization',
    metadata: extension,
    headers: idempotencyKey,
    body: savedReportCreate,
    ...answered,
  },
  update: {
    method: 'PUT',
    path: '/saved-reports/:savedReportId',
    summary: 'Rename a saved report, or have it show something else',
    ...ofOne,
    headers: ifMatch,
    body: savedReportUpdate,
    ...answered,
  },
  mail: {
    method: 'PUT',
    path: '/saved-reports/:savedReportId/mail',
    summary: 'Have a saved report mailed to oneself every Monday, or no more',
    description:
      'It is sent at 07:00 where the organization is, of the days until Sunday, and has what its reader sees.',
    ...ofOne,
    body: z.object({ isMailed: z.boolean() }),
    ...answered,
  },
  delete: {
    method: 'DELETE',
    path: '/saved-reports/:savedReportId',
    summary: 'Delete a saved report, which is mailed to nobody any more',
    ...ofOne,
    headers: ifMatch,
    body: z.optional(z.object({})),
    responses: { 200: acknowledged },
  },
})
