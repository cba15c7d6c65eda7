import { RequestError } from '../../../contract/client/errors'

/** What a server answers that does not do what it is asked. */
export const refused = (status: number, error: object): RequestError =>
  new RequestError('Refused', { endpoint: 'PUT', status, body: { error } })

/** A change that is refused as the record has changed meanwhile, to `current`. */
export const outdated = (current: object): RequestError => refused(409, { details: { current } })

/** No answer at all: nobody knows whether it was done. */
export const lost = new RequestError('No answer', { endpoint: 'POST' })
