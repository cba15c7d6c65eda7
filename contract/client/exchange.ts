/** A call and its answer, for whoever watches the client. */
export interface Exchange {
  method: string
  /** As the contract declares it, such as `/api/v1/offers/:offerId`. */
  route: string
  /** Path and query, as they were sent. */
  path: string
  body: unknown
  /** Undefined when there was no answer. */
  status: number | undefined
  answer: unknown
}
