import { useSelector } from '@xstate/react'
import { handOverForm } from '../../../contract/forms/handOver'
import { hasWork, memberName, type MemberStep, workText } from '../../../contract/rules/members'
import type { FlowRef } from '../../../machines/flows'
import { Text } from '../../components/base/Text'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { useForm } from '../../components/form/useForm'

const texts: Record<
  MemberStep,
  { title: (name: string) => string; about: string; submit: [idle: string, busy: string] }
> = {
  disable: {
    title: (name) => `Disable ${name}`,
    about: 'They are signed out of this organization at once, on every device, until somebody enables them again.',
    submit: ['Disable', 'Disabling...'],
  },
  enable: {
    title: (name) => `Enable ${name}`,
    about: 'They can work here again, and sign in with the password that they have.',
    submit: ['Enable', 'Enabling...'],
  },
  remove: {
    title: (name) => `Remove ${name}`,
    about:
      'They are signed out of this organization at once and no longer belong to it. What they did keeps their name.',
    submit: ['Remove', 'Removing...'],
  },
  leave: {
    title: () => 'Leave the organization',
    about: 'You are signed out of this organization at once, on every device. To come back takes an invite.',
    submit: ['Leave', 'Leaving...'],
  },
}

/** The question before something is done with a person, and who goes on with what they have begun (AU-01). */
export default function MemberChangeDialog({ flow }: { flow: FlowRef<'memberChange'> }) {
  const { field } = useForm(flow, handOverForm)
  const member = useSelector(flow, ({ context }) => context.member)
  const step = useSelector(flow, ({ context }) => context.step)
  const work = useSelector(flow, ({ context }) => context.form.values.work)
  const colleagues = useSelector(flow, ({ context }) => context.colleagues)
  const { title, about, submit } = texts[step]
  return (
    <FormDialog flow={flow} title={title(memberName(member))} description={about} submit={submit}>
      {hasWork(work) ? (
        <SelectField
          {...field('handOverTo')}
          label={`Who takes over ${workText(work)}?`}
          placeholder={colleagues.length === 0 ? 'Nobody else works here' : 'Choose a colleague'}
          options={colleagues.map(({ id, name, email }) => ({ value: id, label: name || email || id }))}
        />
      ) : step === 'enable' ? null : (
        <Text tone="muted">
          {step === 'leave' ? 'You have nothing begun' : 'They have nothing begun'} that somebody would have to go on
          with.
        </Text>
      )}
    </FormDialog>
  )
}
