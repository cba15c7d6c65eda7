import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../app/lazyPage'
import { readExtendedAhead } from '../../../data/readAhead'

const search = z.object({ action: z.catch(z.optional(z.literal('edit')), undefined) })

export const Route = createFileRoute('/_signedIn/customers/$customerId')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loader: ({ context: { app }, params: { customerId } }) =>
    readExtendedAhead(app, async () =>
      (await import('../../../data/resources/records')).readRecord(app.api, 'customers', customerId),
    ),
  component: lazyPage(() => import('../../../screens/customers/CustomerScreen')),
})
