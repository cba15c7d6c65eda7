import { lazyPart } from '../../app/lazyPage'
import { Alert } from '../base/Alert'
import { Button } from '../base/Button'
import { LaterPart } from '../layout/LaterPart'
import type { ConfirmDialogProps } from './ConfirmDialog'

/** The dialog of a question. */
export const ConfirmDialog = lazyPart(async () => (await import('./ConfirmDialog')).ConfirmDialog)

/** The question without its dialog, so that nobody is left in it. */
const Unasked = ({ title, cancelLabel = 'Cancel', onCancel }: ConfirmDialogProps) => (
  <>
    <Alert>{title}</Alert>
    <Button size="sm" onClick={onCancel}>
      {cancelLabel}
    </Button>
  </>
)

/** A question of a page that most people never hear: its code comes with it, unless it was fetched ahead. */
export const LaterConfirmDialog = (props: ConfirmDialogProps) =>
  props.open && (
    <LaterPart failed={<Unasked {...props} />}>
      <ConfirmDialog {...props} />
    </LaterPart>
  )
