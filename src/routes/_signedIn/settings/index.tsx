import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../wiring/lazyPage'
import { readRowsAhead } from '../../../wiring/readAhead'
import { searchText, tableSearch } from '../../../wiring/tableAddress'

const search = z.object({
  ...tableSearch,
  tab: z.catch(z.optional(z.enum(['providers', 'mails'])), undefined),
  state: searchText,
  mailId: searchText,
})

export const Route = createFileRoute('/_signedIn/settings/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: { mailId: _, ...asked } }) => asked,
  loader: ({ context: { app }, deps }) => {
    if (app.config.extensions && deps.tab === 'mails') {
      readRowsAhead(app, { resource: 'mails', filters: ['state'] }, deps)
    }
  },
  component: lazyPage(() => import('../../../screens/settings/SettingsScreen')),
})
