/** Rows of a list, and how many there are on all of its pages. */
export interface Rows<Row> {
  rows: Row[]
  total: number
}
