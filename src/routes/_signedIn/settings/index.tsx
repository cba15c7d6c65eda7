import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../app/lazyPage'
import { readRowsAhead } from '../../../data/readAhead'
import { searchText, tableSearch } from '../../../data/tableAddress'

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
