import { createFileRoute, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../app/lazyPage'
import { newId } from '../../../browser/newId'
import { stored } from '../../../browser/storage'
import { searchText } from '../../../data/tableAddress'

const search = z.object({ draftId: z.catch(z.optional(z.uuid()), undefined), customerId: searchText })

export const Route = createFileRoute('/_signedIn/orders/new')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  // The draft's id is in the address from the start: a reload finds the draft, and it becomes one order (NO-04).
  beforeLoad: ({ search: asked, preload }) => {
    // What is only pointed at is not begun yet.
    if (asked.draftId !== undefined || preload) return
    const draftId = newId()
    stored.addUntoldDraft(draftId)
    throw redirect({ to: '/orders/new', search: { ...asked, draftId }, replace: true })
  },
  component: lazyPage(() => import('../../../screens/orders/OrderNewScreen')),
})
