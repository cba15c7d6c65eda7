import type { Organization } from '../../../contract/organizations'
import { Alert } from '../../components/base/Alert'
import { PageHeader } from '../../components/base/PageHeader'
import { Stack } from '../../components/base/Stack'
import { useSession } from '../../app/context'
import { TwoStepsCard } from './TwoStepsCard'

/** What stands in place of every page of an organization that demands a second step, for whoever has none (ST-01, SE-06). */
export default function SecondStepScreen({ organization: { name } }: { organization: Organization }) {
  const user = useSession(({ context }) => context.user)
  return (
    <>
      <PageHeader title="Add a second step" />
      <Stack>
        <Alert tone="amber">{`${name} demands two steps at sign-in. Add an authenticator app or a passkey to go on here.`}</Alert>
        {user && <TwoStepsCard user={user} />}
      </Stack>
    </>
  )
}
