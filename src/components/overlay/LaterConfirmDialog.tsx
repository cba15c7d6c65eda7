import { lazyPart } from '../../app/lazyPage'
import { LaterPart } from '../layout/LaterPart'
import type { ConfirmDialogProps } from './ConfirmDialog'

/** The dialog of a question. */
export const ConfirmDialog = lazyPart(async () => (await import('./ConfirmDialog')).ConfirmDialog)

/** A question of a page that most people never hear: its code comes with it, unless it was fetched ahead. */
export const LaterConfirmDialog = (props: ConfirmDialogProps) =>
  props.open && (
    <LaterPart>
      <ConfirmDialog {...props} />
    </LaterPart>
  )
