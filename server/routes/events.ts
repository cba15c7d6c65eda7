import { ownOrganization } from '../auth/access'
import type { Handlers } from '../http/contract'
import type { Services } from './services'

/** ts-rest's types know no headers. */
const lastHeard = (headers: { 'last-event-id'?: string | undefined }) => headers['last-event-id']

export const eventHandlers = ({ changeFeed }: Services): Handlers['events'] => ({
  stream: ({ query, headers, caller }) =>
    changeFeed.open(
      caller,
      ownOrganization(caller, query.organizationId),
      lastHeard(headers),
      query.together === 'true',
    ),
})
