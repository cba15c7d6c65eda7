import { useSelector } from '@xstate/react'
import { codesLeftText } from '../../../contract/rules/twoSteps'
import type { User } from '../../../contract/users'
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

/** The second step at one's own sign-in (ST-01). */
export function TwoStepsCard({ user }: { user: User }) {
  const { api } = useApp()
  const workspace = useWorkspace()
  const list = useList('twoSteps', readTwoSteps(api))
  const state = useSelector(list, (snapshot) => snapshot)
  const [steps] = usePending('twoSteps', state.context.rows)
  const recordId = user.id ?? undefined
  if (state.matches('failed')) {
    return (
      <Card title="Two steps at sign-in">
        <ErrorState message="Error fetching your second step" onRetry={() => list.send({ type: 'list.retry' })} />
      </Card>
    )
  }
  if (!steps) {
    return (
      <Card title="Two steps at sign-in">
        <LoadingState />
      </Card>
    )
  }
  if (!steps.appSince) {
    return (
      <Card
        title="Two steps at sign-in"
        action={
          <Button
            variant="outline"
            onClick={() => workspace.send({ type: 'open.appAdd', recordId, input: { email: user.email } })}
          >
            Add an authenticator app
          </Button>
        }
      >
        <Text tone="muted">
          Your password alone lets you in. With an app on your phone, signing in asks for a code of it, too.
        </Text>
      </Card>
    )
  }
  const isShort = steps.recoveryCodesLeft < 3
  return (
    <Card
      title="Two steps at sign-in"
      action={
        <Row>
          <Button
            variant="outline"
            onClick={() => workspace.send({ type: 'open.recoveryCodesRenew', recordId, input: { email: user.email } })}
          >
            Renew recovery codes
          </Button>
          <Button variant="outline" onClick={() => workspace.send({ type: 'open.appRemove', recordId, input: {} })}>
            Remove app
          </Button>
        </Row>
      }
    >
      <Text as="div">
        <Badge tone="green">On</Badge> Signing in asks for a code of your authenticator app, since{' '}
        <Moment iso={steps.appSince} />.
      </Text>
      <Text tone={isShort ? 'danger' : 'muted'}>{codesLeftText(steps.recoveryCodesLeft)}</Text>
    </Card>
  )
}
