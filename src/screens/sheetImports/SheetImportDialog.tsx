import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { ImportResource, SheetImport } from '../../../contract/extensions/sheetImports'
import { heldMinutes } from '../../../contract/rules/heldMails'
import { unansweredText } from '../../../machines/factories/unanswered'
import type { FlowMachine, FlowRef } from '../../../machines/flows'
import { ActionButton } from '../../components/actions/ActionButton'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { formatCount, formatPrice } from '../../components/base/format'
import { Text } from '../../components/base/Text'
import { DiscardQuestion } from '../../components/form/DiscardQuestion'
import { Dialog } from '../../components/overlay/Dialog'
import { ProgressBar } from '../../components/overlay/ProgressBar'
import { Waiting } from '../../components/overlay/Waiting'
import { undoImport } from './actions'
import { ImportChoice } from './ImportChoice'
import { ImportLines } from './ImportLines'
import { ImportSheet } from './ImportSheet'

type Flow = FlowRef<'sheetImport'>
type State = SnapshotFrom<FlowMachine<'sheetImport'>>

/** What differs in the texts. */
const words: Record<ImportResource, Record<'title' | 'description' | 'noun' | 'opener' | 'uses', string>> = {
  products: {
    title: 'Import products',
    description:
      'Products are known by their SKU. A line with a new one adds a product, another one changes what it says.',
    noun: 'product',
    opener: 'Import',
    uses: 'changed, offered or sold',
  },
  offers: {
    title: 'Paste offers',
    description:
      'Offers are known by the SKU of their product and their name. A line with new ones adds an offer, another one changes what it says.',
    noun: 'offer',
    opener: 'Paste offers',
    uses: 'changed or sold',
  },
  fulfilments: {
    title: 'Paste tracking numbers',
    description:
      'Parcels are known by the number of their order: the one that waits longest takes the number of the line. Without a carrier it is guessed.',
    noun: 'parcel',
    opener: 'Paste tracking',
    uses: 'changed or shipped',
  },
  customers: {
    title: 'Import customers',
    description:
      'Customers are known by their email, or without one by their phone. A line of somebody new adds a customer, another one changes what it says. Files that Shopify and Checkout Champ write are read as they are.',
    noun: 'customer',
    opener: 'Import',
    uses: 'changed, sold to or called',
  },
  orders: {
    title: 'Import orders',
    description:
      'Orders are known by the number that they had where they were placed. Nobody is mailed, and nothing is taken from stock. Files that Shopify and Checkout Champ write are read as they are.',
    noun: 'order',
    opener: 'Import',
    uses: 'changed, packed or written about',
  },
}

const counted = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** Who is told, and until when that can be stopped (FU-04). */
const mailedText = (customers: number, verb: 'will be' | 'are') =>
  `${counted(customers, 'customer')} ${verb === 'are' && customers === 1 ? 'is' : verb} mailed ${heldMinutes} minutes after the import, unless it is undone before.`

/** What the orders come to that are added. */
const soldText = ({ create, items, money, currency }: SheetImport) =>
  `${counted(create, 'order')} with ${counted(items ?? 0, 'line')}, ${formatPrice(money, currency)} in all.`

/** Products, offers, tracking numbers, customers or orders from a spreadsheet (PR-04, CP-03, FU-02), from the choice of a file to what became of its lines. */
export default function SheetImportDialog({ flow }: { flow: Flow }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { message, resource } = state.context
  const { title, description } = words[resource]
  return (
    <Dialog
      open
      title={title}
      description={description}
      size="lg"
      busy={isHeld(state)}
      onClose={() => flow.send({ type: 'dialog.leave' })}
      footer={<Actions flow={flow} state={state} />}
    >
      {message !== undefined && (
        <Alert
          action={
            state.matches('previewing') && (
              <Button size="sm" onClick={() => flow.send({ type: 'import.again' })}>
                Check again
              </Button>
            )
          }
        >
          {message}
        </Alert>
      )}
      <Body flow={flow} state={state} />
      <DiscardQuestion flow={flow} />
    </Dialog>
  )
}

interface PartProps {
  flow: Flow
  state: State
}

function Body({ flow, state }: PartProps): ReactNode {
  const { resource, sheet, begun, sent } = state.context
  const { noun, opener, uses } = words[resource]
  if (state.matches('choosing') || state.matches('asking')) {
    return <ImportChoice flow={flow} {...state.context} />
  }
  if (state.matches('reading')) return <Waiting>Reading the file...</Waiting>
  if (state.matches('undoing')) return <Waiting>Undoing the import...</Waiting>
  if (state.matches('withdrawing')) return <Waiting>Giving up the import...</Waiting>
  if (isCommitting(state)) {
    const uncertain = unansweredText(state.context)
    return (
      <>
        {uncertain && <Alert tone="amber">{uncertain}</Alert>}
        <ProgressBar label="Lines written" />
        <Text tone="muted">Importing {counted(goodLines(state), 'line')}...</Text>
      </>
    )
  }
  if (state.matches('checking') && sheet) {
    return (
      <>
        <ProgressBar label="Lines checked" max={sheet.lines} value={sent} />
        <Text tone="muted">
          Checked {formatCount(sent)} of {counted(sheet.lines, 'line')}
        </Text>
      </>
    )
  }
  if (state.matches('previewing') && sheet && begun) {
    return (
      <>
        <ImportSheet resource={resource} sheet={sheet} />
        <ImportLines
          flow={flow}
          begun={begun}
          shown={state.context.shown}
          isReading={state.matches({ previewing: 'fetching' })}
        />
        {(begun.mailed ?? 0) > 0 && <Text weight="semibold">{mailedText(begun.mailed ?? 0, 'will be')}</Text>}
        {resource === 'orders' && begun.create > 0 && <Text weight="semibold">{soldText(begun)}</Text>}
      </>
    )
  }
  if (begun && state.matches('committed')) {
    return (
      <Text>
        {counted(begun.create, noun)} added, {counted(begun.update, noun)} changed. This can be undone for a day, here
        and under {opener}.{(begun.mailed ?? 0) > 0 && ` ${mailedText(begun.mailed ?? 0, 'are')}`}
      </Text>
    )
  }
  return (
    begun && (
      <Text>
        Undone, but for {counted(begun.kept, noun)} that {begun.kept === 1 ? 'has' : 'have'} been {uses} since.
      </Text>
    )
  )
}

const isCommitting = (state: State) => state.matches('committing') || state.matches('unanswered')
const isSentAgain = (state: State) => isCommitting(state) && state.context.unanswered !== undefined
/** Whether it can't be left yet; whoever does not wait for what became of it need not (GE-16). */
const isHeld = (state: State) => state.hasTag('busy') && !isSentAgain(state)

const goodLines = ({ context: { begun } }: State) => (begun ? begun.create + begun.update : 0)

function Actions({ flow, state }: PartProps) {
  const importId = state.context.begun?.id
  const isOver = state.matches('committed') || state.matches('undone') || isSentAgain(state)
  return (
    <>
      {state.matches('committed') && importId && <ActionButton action={undoImport} row={{ flow, importId }} />}
      {isCommitting(state) && <Button onClick={() => flow.send({ type: 'commit.cancel' })}>Give up import</Button>}
      {state.matches('checking') && (
        <Button onClick={() => flow.send({ type: 'check.cancel' })}>Choose another file</Button>
      )}
      <Button onClick={() => flow.send({ type: 'dialog.cancel' })} disabled={isHeld(state)}>
        {isOver ? 'Close' : 'Cancel'}
      </Button>
      {state.matches('previewing') && (
        <Button variant="solid" disabled={goodLines(state) === 0} onClick={() => flow.send({ type: 'dialog.submit' })}>
          Import {counted(goodLines(state), state.context.resource === 'orders' ? 'order' : 'line')}
        </Button>
      )}
    </>
  )
}
