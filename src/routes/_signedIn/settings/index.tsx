import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { AddressedList } from '../../../../contract/lists/description'
import type { mailList } from '../../../../contract/lists/mails'
import { lazyPage } from '../../../app/lazyPage'
import { readRowsAhead } from '../../../data/readAhead'
import { listSearch, searchText, tableSearch } from '../../../data/tableAddress'

/** As much of the list of mails as the address needs: they are beyond the core, so the rest comes with their screen. */
const mails = {
  resource: 'mails',
  filters: { state: { kind: 'choice', label: 'State' } },
  ranges: {},
} as const satisfies AddressedList & { filters: Record<keyof (typeof mailList)['filters'], object> }

const search = z.object({
  ...listSearch({ ...mails, columns: {}, sorts: [] }),
  // Each tab has a list of its own.
  sort: tableSearch.sort,
  // What the audit log is narrowed by. Its rows are not asked for ahead, as not everybody may read them.
  actorId: searchText,
  resource: searchText,
  recordId: searchText,
  createdFrom: searchText,
  createdTo: searchText,
  // Which tabs there are, their screen knows: their names would be in every page's first load.
  tab: searchText,
  mailId: searchText,
  webhookId: searchText,
  deliveryId: searchText,
  /** What was begun over many records. */
  jobId: searchText,
  /** Whether teammates are invited. */
  invite: searchText,
})

export const Route = createFileRoute('/_signedIn/settings/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: { mailId: _, deliveryId: _shown, invite: _invite, ...asked } }) => asked,
  loader: ({ context: { app }, deps }) => {
    if (app.config.extensions && deps.tab === 'mails') {
      readRowsAhead(app, mails, deps)
    }
  },
  component: lazyPage(() => import('../../../screens/settings/SettingsScreen')),
})
