import { lazyPage } from '../../app/lazyPage'

/** Most pages see no call: the code of its bar comes with the first one, if it has not come before. */
export const Talking = lazyPage(() => import('./Talking'))
