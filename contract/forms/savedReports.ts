import * as z from 'zod/mini'
import { isSeen, longestReportName, type SavedReport } from '../extensions/savedReports'
import { requiredLine } from './fields'

/** The dialog in which a report is named. */
export const savedReportForm = z.object({ name: requiredLine('Name is required', longestReportName).check(isSeen) })

/** What is typed into that dialog. */
export type SavedReportValues = z.input<typeof savedReportForm>

export const savedReportValues = ({ name }: Pick<SavedReport, 'name'>): SavedReportValues => ({ name })
