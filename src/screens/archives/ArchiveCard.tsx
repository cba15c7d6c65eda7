import { useSelector } from '@xstate/react'
import { errorMessage } from '../../../contract/client/errors'
import type { OrganizationSettings } from '../../../contract/extensions/organizations'
import { whyNotRead } from '../../../contract/rules/readers'
import { useMembership } from '../../app/context'
import { ActionButton } from '../../components/actions/ActionButton'
import { ReasonedButton } from '../../components/actions/ReasonedButton'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { Waiting } from '../../components/overlay/Waiting'
import { useListCsv } from '../../data/useListCsv'
import { takeArchive } from './actions'

/** What an archive is called: whose, and of which day. */
const nameOf = (name: string) => {
  const words = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return `${words}-${new Date().toISOString().slice(0, 10)}.jsonl.gz`
}

/** All that the organization has as one file, and back (WF-04). */
export function ArchiveCard({ settings }: { settings: OrganizationSettings }) {
  const saving = useListCsv()
  const state = useSelector(saving, (snapshot) => snapshot)
  const reason = whyNotRead(useMembership(), 'archives.save')
  const archive = { organizationId: settings.id, name: nameOf(settings.name) }
  const isSaved = state.matches('resting') && state.context.asked !== undefined
  return (
    <Card title="Archive">
      <Stack>
        <Text tone="muted">
          All that the organization has in one file, as it is at one moment: records, timelines and the audit log.
          Passwords, keys and payment links are not in it. An empty organization takes such a file over.
        </Text>
        {state.matches('failed') && <Alert>The archive could not be read. {errorMessage(state.context.error)}</Alert>}
        <Row>
          {state.matches('reading') ? (
            <Button onClick={() => saving.send({ type: 'csv.cancel' })}>Cancel the download</Button>
          ) : (
            <ReasonedButton
              variant="outline"
              reason={reason}
              onClick={() => saving.send({ type: 'csv.read', asked: { archive } })}
            >
              Download everything
            </ReasonedButton>
          )}
          <ActionButton action={takeArchive} row={settings} />
        </Row>
        <div role="status">
          {state.matches('reading') && <Waiting>Everything is being put into one file...</Waiting>}
          {isSaved && <Text tone="muted">Your browser has {archive.name}.</Text>}
        </div>
      </Stack>
    </Card>
  )
}
