import type { TableRequest } from '../../../machines/table/dataTable.machine'

/** The part of a list with a call of its own that a table asks for, and the text that is sought in it. */
export const pageOf = ({ q, pageIndex, pageSize }: TableRequest) => ({
  limit: pageSize,
  page: pageIndex + 1,
  ...(q === '' ? {} : { q }),
})
