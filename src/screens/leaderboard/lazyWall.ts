import { lazyPage } from '../../app/lazyPage'

/** Wall mode, whose dialog is more code than all of the page. */
export const Wall = lazyPage(() => import('./Wall'))
