import { useRouter } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { Button } from '../../components/base/Button'
import { Text } from '../../components/base/Text'
import type { RuntimeConfig } from '../../app/config'
import { useApp } from '../../app/context'
import { wireAuth } from '../../data/resources/auth'
import { tap } from '../../app/tap'

const stay = () => {}

/** Signs in to the demo data with one click, and says whose they are (LP-01). */
export default function TryDemo({ demo }: { demo: NonNullable<RuntimeConfig['demo']> }) {
  const app = useApp()
  const router = useRouter()
  const machine = useMemo(
    () => wireAuth(app, { writeMode: stay, leave: () => void router.navigate({ to: '/dashboard', replace: true }) }),
    [app, router],
  )
  const auth = useActorRef(machine, {
    id: 'auth',
    inspect: tap.observe,
    input: { mode: 'signIn', email: demo.email, organizationName: '', token: undefined, inviteToken: undefined },
  })
  const isBusy = useSelector(auth, (state) => state.hasTag('busy'))
  const enter = () => {
    auth.send({ type: 'field.change', fields: { password: demo.password } })
    auth.send({ type: 'form.submit' })
  }
  return (
    <>
      <Button wide busy={isBusy} onClick={enter}>
        Try the demo
      </Button>
      <Text tone="muted" size="sm">
        As {demo.name} of {demo.organizationName}, an invented company. Everybody who tries the demo shares its data.
      </Text>
    </>
  )
}
