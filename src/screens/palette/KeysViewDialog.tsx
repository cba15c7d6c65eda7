import { useSelector } from '@xstate/react'
import type { FlowRef } from '../../../machines/flows'
import { goKeys } from '../../app/keys'
import { Button } from '../../components/base/Button'
import { DescriptionList } from '../../components/base/DescriptionList'
import { CheckboxField } from '../../components/form/CheckboxField'
import { Dialog } from '../../components/overlay/Dialog'
import { screens } from '../layout/navigation'

const Keys = ({ keys }: { keys: readonly string[] }) =>
  keys.map((key, place) => (
    <span key={key}>
      {place > 0 && ' '}
      <kbd>{key}</kbd>
    </span>
  ))

const alone: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['?'], 'This help'],
  [['/'], 'Search of the list'],
  [['j'], 'Next row'],
  [['k'], 'Row before'],
  [['Enter'], 'Open the row'],
  [['e'], 'Edit the row'],
  [['x'], 'Choose the row'],
  ...Object.entries(goKeys).map(
    ([key, to]) => [['g', key], screens.find((screen) => screen.to === to)?.label ?? to] as const,
  ),
]
const always: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['Ctrl', 'K'], 'Go to a page or a record, or begin something'],
  [['Ctrl', 'Enter'], 'Send a form'],
  [['Esc'], 'Close what is open'],
  [['F2'], 'New order during a call'],
  [['F9'], 'End call'],
]

/** What keys do, and whether those do anything that are pressed alone (WF-01). */
export default function KeysViewDialog({ flow }: { flow: FlowRef<'keysView'> }) {
  const { isOn } = useSelector(flow, (state) => state.context)
  const entriesOf = (some: typeof alone) => some.map(([keys, does]) => ({ term: does, detail: <Keys keys={keys} /> }))
  return (
    <Dialog
      open
      title="Keys"
      description="On a Mac it is Cmd in place of Ctrl."
      onClose={() => flow.send({ type: 'dialog.leave' })}
      footer={<Button onClick={() => flow.send({ type: 'dialog.cancel' })}>Close</Button>}
    >
      <DescriptionList entries={entriesOf(always)} />
      <CheckboxField
        name="keys"
        label="Keys that are pressed alone, such as g and then o"
        checked={isOn}
        onChange={() => flow.send({ type: 'keys.toggle' })}
      />
      {isOn && <DescriptionList entries={entriesOf(alone)} />}
    </Dialog>
  )
}
