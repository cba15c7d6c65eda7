import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../app/lazyPage'

export const Route = createFileRoute('/_signedIn/telephone/')({
  component: lazyPage(() => import('../../../screens/telephone/TelephoneScreen')),
})
