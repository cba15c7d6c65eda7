import { useSelector } from '@xstate/react'
import { inviteForm } from '../../../contract/forms/invites'
import { verdictTexts } from '../../../contract/rules/invites'
import { mayDo } from '../../../contract/rules/members'
import type { FlowRef } from '../../../machines/flows'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { TextAreaField } from '../../components/form/TextAreaField'
import { useForm } from '../../components/form/useForm'
import { ReadOnceDialog } from '../../components/overlay/ReadOnceDialog'

const choices = [
  { value: 'agent', label: mayDo.agent },
  { value: 'owner', label: mayDo.owner },
]

/** Inviting teammates, several at once (IN-01). */
export default function InviteCreateDialog({ flow }: { flow: FlowRef<'inviteCreate'> }) {
  const { field, change } = useForm(flow, inviteForm)
  const isInvited = useSelector(flow, (state) => state.matches('invited'))
  if (isInvited) return <Invited flow={flow} />
  const role = field('role')
  return (
    <FormDialog
      flow={flow}
      title="Invite teammates"
      description="Each gets a mail with a link that is for them alone."
      submit={['Invite', 'Inviting...']}
    >
      <TextAreaField
        {...field('emails')}
        label="Email addresses"
        hint="Several are divided by commas or lines"
        inputProps={{ autoComplete: 'off', spellCheck: false }}
      />
      <SelectField
        {...role}
        label="What they can do"
        hint="Who can change settings can also sell"
        options={choices}
        onChange={(value) => change({ role: value === 'owner' ? 'owner' : 'agent' })}
      />
    </FormDialog>
  )
}

/** What became of each address. */
function Invited({ flow }: { flow: FlowRef<'inviteCreate'> }) {
  const invited = useSelector(flow, ({ context }) => context.invited)
  return (
    <ReadOnceDialog title="Invites" taken="Done" onTaken={() => flow.send({ type: 'dialog.cancel' })}>
      <Stack>
        {invited.map(({ email, verdict }) => (
          <Text key={email} tone={verdict === 'invited' || verdict === 'renewed' ? undefined : 'muted'}>
            <strong>{email}</strong> {verdictTexts[verdict]}
          </Text>
        ))}
      </Stack>
    </ReadOnceDialog>
  )
}
