import { IconButton } from '../base/IconButton'
import type { RecordAction } from './recordAction'
import { useAction } from './useAction'
import { useReason } from './useReason'

interface ActionIconButtonProps<Row> {
  action: RecordAction<Row>
  row: Row
}

/** One thing that can be done, as its icon alone; what is not possible now says why (GE-05). */
export function ActionIconButton<Row>({ action, row }: ActionIconButtonProps<Row>) {
  const { label, reason, begin } = useAction(action, row)
  const { refused, told } = useReason(reason)
  return (
    <>
      <IconButton label={label} onClick={begin} {...refused}>
        {action.icon}
      </IconButton>
      {told}
    </>
  )
}
