import { offerLines } from './offers'
import { productLines } from './products'
import type { Import, ImportedRecords } from './records'

/** What an import is of: an import of offers has a campaign. */
export const recordsOf = ({ campaignId }: Import): ImportedRecords => (campaignId === null ? productLines : offerLines)
