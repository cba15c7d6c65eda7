import { useSearch } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { lazyPage } from '../../app/lazyPage'
import { LaterMenu } from '../layout/LaterMenu'

export const ViewsMenu = lazyPage(() => import('../../screens/savedViews/ViewsMenu'))

/** The views of a list. The rows come first, unless the address names a view. */
export function Views(props: Omit<ComponentProps<typeof ViewsMenu>, 'opensAtOnce'>) {
  const { view } = useSearch({ strict: false })
  return (
    <LaterMenu button="Views" isNeeded={view !== undefined}>
      {(opensAtOnce) => <ViewsMenu {...props} opensAtOnce={opensAtOnce} />}
    </LaterMenu>
  )
}
