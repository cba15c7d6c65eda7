import { lazyPage } from '../../app/lazyPage'
import type { DownloadMenuProps } from '../listExports/DownloadMenu'
import type { NarrowingChipsProps } from './NarrowingChips'

/** What a report can be narrowed to comes after its figures. */
export const NarrowingMenu = lazyPage(() => import('./NarrowingMenu'))

export const DownloadMenu = lazyPage<DownloadMenuProps>(() => import('../listExports/DownloadMenu'))

export const NarrowingChips = lazyPage<NarrowingChipsProps>(() => import('./NarrowingChips'))
