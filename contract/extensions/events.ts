import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { extension, id, type RouteMetadata } from '../schemas'

/** What a stream is ended with: by whoever signed out elsewhere, left the organization, or read too slowly. */
export const streamEnds = ['signed_out', 'too_slow', 'stopping'] as const

const exampleStream = `event: ready
id: 7301455-1772443510
data: {}

event: change
id: 7301456-1772443523
data: {"resource":"offers","id":"01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a03","version":4,"kind":"updated"}

event: beat
id: 7301456-1772443538
data: {}

`

const streams = {
  contentType: 'text/event-stream',
  description:
    'Server-sent events: `ready` first, then `change` with resource, id, version and kind as its data, `resync` when what ' +
    'happened meanwhile is not known any more and all has to be read again, `beat` every 15 seconds, `worker` to owners as ' +
    'long as nobody sends mails and webhooks, with since when (null: never), and `end` with the reason before the stream is closed. Each `id` is a place to resume from; a change may come more than once.',
  example: exampleStream,
}

/** What changes in an organization, as it happens. */
export const events = routes({
  stream: {
    method: 'GET',
    path: '/events',
    summary: 'Hear of every change in an organization as it happens',
    metadata: { ...extension, streams } satisfies RouteMetadata,
    query: z.object({
      organizationId: id,
      /** Whether changes that become known at once are told by one event, `changes`, with all of them as its data. */
      together: z.optional(z.enum(['true', 'false'])),
    }),
    headers: {
      /** The newest id that was received, to go on from there. Without it, what happened in the last seconds comes first. */
      'last-event-id': z.optional(z.string().check(z.maxLength(100))),
    },
    responses: { 200: z.unknown() },
  },
})
