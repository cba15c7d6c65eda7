import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { toastMachine } from '../../../machines/toasts/toast.machine'
import type { toastsMachine } from '../../../machines/toasts/toasts.machine'
import { Toast } from '../../components/base/Toast'
import { Toasts } from '../../components/base/Toasts'

/** The messages that come and go (KO-01). */
export function ToastsRegion({ toasts }: { toasts: ActorRefFrom<typeof toastsMachine> }) {
  const shown = useSelector(toasts, (state) => state.context.toasts)
  return (
    <Toasts>
      {shown.map((toast) => (
        <ShownToast key={toast.id} toast={toast} />
      ))}
    </Toasts>
  )
}

function ShownToast({ toast }: { toast: ActorRefFrom<typeof toastMachine> }) {
  const { kind, message, offset, undo } = useSelector(toast, (state) => state.context)
  return (
    <Toast
      kind={kind}
      message={message}
      offset={offset}
      onHold={() => toast.send({ type: 'toast.hold' })}
      onResume={() => toast.send({ type: 'toast.resume' })}
      onDrag={(distance) => toast.send({ type: 'toast.drag', offset: distance })}
      onDismiss={() => toast.send({ type: 'toast.dismiss' })}
      onUndo={undo && (() => toast.send({ type: 'toast.undo' }))}
    />
  )
}
