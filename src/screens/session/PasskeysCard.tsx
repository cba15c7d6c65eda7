import { useMemo } from 'react'
import type { Passkey } from '../../../contract/extensions/twoSteps'
import { mostPasskeys, tooManyPasskeys } from '../../../contract/rules/twoSteps'
import type { User } from '../../../contract/users'
import { ReasonedButton } from '../../components/actions/ReasonedButton'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import { columnsOf } from '../../components/table/columns'
import { RowsTable } from '../../components/table/RowsTable'
import { useWorkspace } from '../../app/context'

const { text, moment, shown } = columnsOf<Passkey>()
const fixed = { sortable: false }

const columnsFor = (whyLast: string | undefined) => [
  text('name', 'Name', { ...fixed, size: 180 }),
  moment('lastUsedAt', 'Last used', { ...fixed, card: { before: 'Last used' } }),
  moment('createdAt', 'Added', { ...fixed, card: { before: 'Added' } }),
  shown('actions', 'What to do', (passkey) => <PasskeyActions passkey={passkey} whyLast={whyLast} />, {
    ...fixed,
    size: 190,
    card: {},
  }),
]

function PasskeyActions({ passkey, whyLast }: { passkey: Passkey; whyLast: string | undefined }) {
  const workspace = useWorkspace()
  const { id: recordId, name } = passkey
  return (
    <Row>
      <Button
        size="sm"
        aria-label={`Rename: ${name}`}
        onClick={() => workspace.send({ type: 'open.passkeyRename', recordId, input: { passkey } })}
      >
        Rename
      </Button>
      <ReasonedButton
        size="sm"
        aria-label={`Remove: ${name}`}
        reason={whyLast}
        onClick={() => workspace.send({ type: 'open.passkeyRemove', recordId, input: { passkey } })}
      >
        Remove
      </ReasonedButton>
    </Row>
  )
}

/** One's own passkeys (ST-01). */
export function PasskeysCard({
  user,
  passkeys,
  whyLast,
}: {
  user: User
  passkeys: readonly Passkey[]
  /** Why the only one is not removed. */
  whyLast: string | undefined
}) {
  const columns = useMemo(() => columnsFor(whyLast), [whyLast])
  const workspace = useWorkspace()
  return (
    <Card
      title="Passkeys"
      action={
        <ReasonedButton
          variant="outline"
          reason={passkeys.length < mostPasskeys ? undefined : tooManyPasskeys}
          onClick={() =>
            workspace.send({ type: 'open.passkeyAdd', recordId: user.id ?? undefined, input: { email: user.email } })
          }
        >
          Add a passkey
        </ReasonedButton>
      }
    >
      <Text tone="muted">
        A passkey signs you in by your fingerprint, your face or the PIN of a device, without a password.
      </Text>
      {passkeys.length > 0 && <RowsTable label="Your passkeys" columns={columns} rows={passkeys} state="populated" />}
    </Card>
  )
}
