import { useSelector } from '@xstate/react'
import type { KeyboardEvent, ReactNode } from 'react'
import { carrierNames } from '../../../contract/carriers'
import { mailedLater } from '../../../contract/rules/heldMails'
import type { FlowRef } from '../../../machines/flows'
import { Badge } from '../../components/base/Badge'
import { Button } from '../../components/base/Button'
import { formatCount } from '../../components/base/format'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { Dialog } from '../../components/overlay/Dialog'

// Each gets the focus as soon as its turn has come: a scanner types wherever the focus is.
const takeFocus = (input: HTMLInputElement | null) => input?.focus()

const carriers = carrierNames.map((name) => ({ value: name, label: name }))

/** Scanner mode (FU-02): order, tracking number, next. Scanners end what they read with Enter. */
export default function TrackingScanDialog({ flow }: { flow: FlowRef<'trackingScan'> }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { order, tracking, carrier, scanned, assigned } = state.context
  const isBusy = state.hasTag('busy')
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    flow.send({ type: 'scan.enter' })
  }
  // The newest is told large, and those before it below.
  const [last, ...before] = scanned
  return (
    <Dialog
      open
      title="Scan tracking numbers"
      description={`Scan or type an order, then the number of its parcel. Enter leads on, and what is assigned is assigned at once. ${mailedLater(undefined)}`}
      onClose={() => flow.send({ type: 'dialog.leave' })}
      footer={<Button onClick={() => flow.send({ type: 'dialog.cancel' })}>Done</Button>}
    >
      <TextField
        name="order"
        label="Order"
        value={order}
        onChange={(text) => flow.send({ type: 'order.type', text })}
        inputProps={{
          ref: state.matches('order') ? takeFocus : undefined,
          readOnly: isBusy,
          onKeyDown: enter,
          onFocus: () => flow.send({ type: 'scan.back' }),
          inputMode: 'numeric',
        }}
      />
      <TextField
        name="tracking"
        label="Tracking number"
        value={tracking}
        onChange={(text) => flow.send({ type: 'tracking.type', text })}
        inputProps={{
          ref: state.matches('tracking') ? takeFocus : undefined,
          readOnly: isBusy,
          onKeyDown: enter,
          spellCheck: false,
        }}
      />
      <SelectField
        name="carrier"
        label="Carrier"
        placeholder="Guess from the number"
        value={carrier}
        onChange={(chosen) => flow.send({ type: 'carrier.choose', carrier: chosen })}
        options={carriers}
      />
      <div role="status" aria-live="polite">
        {isBusy ? (
          <Text tone="muted">Assigning...</Text>
        ) : (
          last && (
            <Scanned isAssigned={last.isAssigned}>
              <Text weight="semibold">{last.text}</Text>
            </Scanned>
          )
        )}
      </div>
      {scanned.length > 0 && (
        <Stack gap="xs">
          <Text tone="muted" size="sm">
            {formatCount(assigned)} assigned
          </Text>
          {before.map((one) => (
            <Scanned key={one.number} isAssigned={one.isAssigned}>
              <Text as="span">{one.text}</Text>
            </Scanned>
          ))}
        </Stack>
      )}
    </Dialog>
  )
}

const Scanned = ({ isAssigned, children }: { isAssigned: boolean; children: ReactNode }) => (
  <Row>
    <Badge tone={isAssigned ? 'green' : 'red'}>{isAssigned ? 'Assigned' : 'Refused'}</Badge>
    {children}
  </Row>
)
