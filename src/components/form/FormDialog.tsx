import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRef, AnyMachineSnapshot } from 'xstate'
import type { LeaveEvent } from '../../../machines/form'
import { type WithUnanswered, unansweredText } from '../../../machines/factories/unanswered'
import { Alert } from '../base/Alert'
import { Button } from '../base/Button'
import { Dialog } from '../overlay/Dialog'
import { DiscardQuestion } from './DiscardQuestion'
import { RecordNews, type RecordNewsProps, type TakenNews } from './RecordNews'

type DialogEvent = LeaveEvent | { type: 'dialog.submit' }

interface FormDialogProps {
  flow: Pick<ActorRef<AnyMachineSnapshot, DialogEvent>, 'getSnapshot' | 'subscribe'> & {
    send: (event: DialogEvent) => void
  }
  title: string
  description?: string | undefined
  /** What the button says that sends the form, and while it is being sent if that is something else. */
  submit: string | readonly [idle: string, busy: string]
  cancel?: string | undefined
  /** The button can't be pressed until this is true; without it, a refused submit says what is wrong. */
  isValid?: boolean | undefined
  /** What somebody else did to the record, while the flow waits for what the person decides about it (GE-09). */
  news?: RecordNewsProps | TakenNews | undefined
  /** What else a person should know before they send it, above the buttons. */
  notice?: ReactNode
  /** At the side of the page instead of in its middle, for many fields. */
  placement?: 'center' | 'side' | undefined
  /** The name of the field to begin with; without one, the first. */
  focusOn?: string | undefined
  /** What came of it, in place of the fields, once it has been sent: it is the same dialog, so that the focus stays in it. */
  shown?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** The dialog of a flow with a form; what closes it is the flow itself. */
export function FormDialog(props: FormDialogProps) {
  const {
    flow,
    title,
    description,
    submit,
    cancel = 'Cancel',
    isValid = true,
    news,
    notice,
    placement,
    focusOn,
    shown,
    children,
  } = props
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  const uncertain = useSelector(flow, ({ context }: { context: WithUnanswered }) => unansweredText(context))
  // Also while the same is being sent again: a person who does not wait can leave at any moment.
  const isUnanswered = isBusy && uncertain !== undefined
  const [idle, busy = idle] = typeof submit === 'string' ? [submit] : submit
  return (
    <Dialog
      open
      title={title}
      description={description}
      busy={isBusy && !isUnanswered}
      placement={placement}
      focusOn={focusOn}
      onClose={() => flow.send({ type: 'dialog.leave' })}
      onSubmit={shown ? undefined : () => flow.send({ type: 'dialog.submit' })}
      notice={uncertain ? <Alert tone="amber">{uncertain}</Alert> : news ? <RecordNews {...news} /> : notice}
      footer={
        <>
          <Button onClick={() => flow.send({ type: 'dialog.cancel' })} disabled={isBusy && !isUnanswered}>
            {isUnanswered || shown ? 'Close' : cancel}
          </Button>
          {!shown && (
            <Button
              type="submit"
              variant="solid"
              busy={isBusy}
              disabled={!isValid || (news !== undefined && !news.isTaken)}
            >
              {isBusy ? busy : idle}
            </Button>
          )}
        </>
      }
    >
      {shown ?? children}
      <DiscardQuestion flow={flow} />
    </Dialog>
  )
}
