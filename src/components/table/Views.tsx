import { useSearch } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { lazyPage } from '../../app/lazyPage'
import { useIdle } from '../../browser/useIdle'
import { Button } from '../base/Button'
import { LaterPart } from './LaterPart'

export const ViewsMenu = lazyPage(() => import('../../screens/savedViews/ViewsMenu'))

/**
 * The views of a list. The rows come first: what is asked for them is asked where the address names one, when the page has nothing
 * else to do, or when somebody wants one.
 */
export function Views(props: Omit<ComponentProps<typeof ViewsMenu>, 'opensAtOnce'>) {
  const { view } = useSearch({ strict: false })
  const [isWanted, want] = useState(false)
  const isIdle = useIdle()
  const button = <Button onClick={() => want(true)}>Views</Button>
  return view === undefined && !isWanted && !isIdle ? (
    button
  ) : (
    <LaterPart meanwhile={button}>
      <ViewsMenu {...props} opensAtOnce={isWanted} />
    </LaterPart>
  )
}
