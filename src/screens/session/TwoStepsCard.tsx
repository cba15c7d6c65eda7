import { useSelector } from '@xstate/react'
import type { TwoSteps } from '../../../contract/extensions/twoSteps'
import { codesLeftText, lastStepStays } from '../../../contract/rules/twoSteps'
import type { User } from '../../../contract/users'
import { ReasonedButton } from '../../components/actions/ReasonedButton'
import { Badge } from '../../components/base/Badge'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { Moment } from '../../components/base/Moment'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import { useApp, usePending, useWorkspace } from '../../app/context'
import { readTwoSteps } from '../../data/resources/twoSteps'
import { useList } from '../../data/useList'
import { PasskeysCard } from './PasskeysCard'

const title = 'Two steps at sign-in'

/** The second step at one's own sign-in, and the passkeys that are one (ST-01). */
export function TwoStepsCard({ user }: { user: User }) {
  const { api } = useApp()
  const list = useList('twoSteps', readTwoSteps(api))
  const state = useSelector(list, (snapshot) => snapshot)
  const [steps] = usePending('twoSteps', state.context.rows)
  if (state.matches('failed')) {
    return (
      <Card title={title}>
        <ErrorState message="Error fetching your second step" onRetry={() => list.send({ type: 'list.retry' })} />
      </Card>
    )
  }
  if (!steps) {
    return (
      <Card title={title}>
        <LoadingState />
      </Card>
    )
  }
  return (
    <>
      <Card title={title} action={<StepActions user={user} steps={steps} />}>
        <StepsText steps={steps} />
      </Card>
      <PasskeysCard user={user} passkeys={steps.passkeys} whyLast={whyLast(steps)} />
    </>
  )
}

/** Why the last second step stays, as the server says it too. */
const whyLast = ({ appSince, passkeys, demandedBy }: TwoSteps) =>
  demandedBy.length > 0 && passkeys.length + (appSince ? 1 : 0) === 1 ? lastStepStays(demandedBy) : undefined

function StepActions({ user, steps }: { user: User; steps: TwoSteps }) {
  const { appSince, passkeys } = steps
  const workspace = useWorkspace()
  const recordId = user.id ?? undefined
  const input = { email: user.email }
  return (
    <Row>
      {(appSince || passkeys.length > 0) && (
        <Button variant="outline" onClick={() => workspace.send({ type: 'open.recoveryCodesRenew', recordId, input })}>
          Renew recovery codes
        </Button>
      )}
      {appSince ? (
        <ReasonedButton
          variant="outline"
          reason={whyLast(steps)}
          onClick={() => workspace.send({ type: 'open.appRemove', recordId, input: {} })}
        >
          Remove app
        </ReasonedButton>
      ) : (
        <Button variant="outline" onClick={() => workspace.send({ type: 'open.appAdd', recordId, input })}>
          Add an authenticator app
        </Button>
      )}
    </Row>
  )
}

function StepsText({ steps: { appSince, passkeys, recoveryCodesLeft } }: { steps: TwoSteps }) {
  if (!appSince && passkeys.length === 0) {
    return (
      <Text tone="muted">
        Your password alone lets you in. With an app on your phone, or a passkey, signing in asks for that, too.
      </Text>
    )
  }
  return (
    <>
      <Text as="div">
        <Badge tone="green">On</Badge>{' '}
        {appSince ? (
          <>
            Signing in asks for a code of your authenticator app, since <Moment iso={appSince} />
            {passkeys.length > 0 && ', or for a passkey'}.
          </>
        ) : (
          'Beside your password, signing in asks for a passkey.'
        )}
      </Text>
      <Text tone={recoveryCodesLeft < 3 ? 'danger' : 'muted'}>{codesLeftText(recoveryCodesLeft)}</Text>
    </>
  )
}
