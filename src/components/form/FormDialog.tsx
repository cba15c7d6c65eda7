import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ActorRef, AnyMachineSnapshot } from 'xstate'
import { Button } from '../base/Button'
import { Dialog } from '../overlay/Dialog'

type DialogEvent = { type: 'dialog.submit' } | { type: 'dialog.cancel' }

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
  /** At the side of the page instead of in its middle, for many fields. */
  placement?: 'center' | 'side' | undefined
  /** The fields. */
  children: ReactNode
}

/** The dialog of a flow with a form; what closes it is the flow itself. */
export function FormDialog(props: FormDialogProps) {
  const { flow, title, description, submit, cancel = 'Cancel', isValid = true, placement, children } = props
  const isBusy = useSelector(flow, (state) => state.hasTag('busy'))
  const [idle, busy = idle] = typeof submit === 'string' ? [submit] : submit
  const close = () => flow.send({ type: 'dialog.cancel' })
  return (
    <Dialog
      open
      title={title}
      description={description}
      busy={isBusy}
      placement={placement}
      onClose={close}
      onSubmit={() => flow.send({ type: 'dialog.submit' })}
      footer={
        <>
          <Button onClick={close} disabled={isBusy}>
            {cancel}
          </Button>
          <Button type="submit" variant="solid" busy={isBusy} disabled={!isValid}>
            {isBusy ? busy : idle}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
