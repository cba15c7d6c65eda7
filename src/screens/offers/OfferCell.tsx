import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { inPlace } from '../../../styled-system/recipes/in-place'
import type { Offer } from '../../../contract/offers'
import type { FlowRef } from '../../../machines/flows'
import type { OfferPlace } from '../../../machines/offers/offerEdit.machine'
import type { Flow } from '../../../machines/session/workspace.machine'
import { useAction } from '../../components/actions/useAction'
import { formatCount, formatMoney } from '../../components/base/format'
import { cardsMedia, takeFocus } from '../../components/form/placed'
import { useWorkspace } from '../../app/context'
import { typeAhead } from '../../app/typedAhead'
import { useMedia } from '../../browser/useMedia'
import { changeInPlace } from './actions'
import { isInPlace, saveInPlace } from './inPlace'
import { OfferCellEditor } from './OfferCellEditor'
import { offerLabels } from './offerLabels'

interface OfferCellProps {
  offer: Offer
  place: OfferPlace
}

const flowAt = (flows: readonly Flow[], { offer, place }: OfferCellProps): FlowRef<'offerEdit'> | undefined =>
  flows.flatMap(({ name, ref, recordId }) =>
    name === 'offerEdit' && recordId === offer.id && ref.getSnapshot().context.place === place ? [ref] : [],
  )[0]

const textOf = ({ offer, place }: OfferCellProps) =>
  place === 'quantity' ? formatCount(offer.quantity) : formatMoney(offer[place])

/** A price or a quantity of an offer: pressed, it is changed where it stands (CP-03). */
export function OfferCell(props: OfferCellProps) {
  return useMedia(cardsMedia) ? textOf(props) : <OfferPlaced {...props} />
}

function OfferPlaced({ offer, place }: OfferCellProps) {
  const flow = useSelector(useWorkspace(), ({ context }) => flowAt(context.flows, { offer, place }))
  const [edited, setEdited] = useState<typeof flow>()
  if (flow && flow !== edited) setEdited(flow)
  const shown = <OfferValue offer={offer} place={place} wasEdited={edited !== undefined} />
  return flow ? <OfferCellFlow flow={flow}>{shown}</OfferCellFlow> : shown
}

/** What was typed while it is typed; what is being saved is shown as the list will show it. */
function OfferCellFlow({ flow, children }: { flow: FlowRef<'offerEdit'>; children: ReactNode }) {
  const isEdited = useSelector(flow, (state) => state.matches('editing') && isInPlace(state))
  return isEdited ? <OfferCellEditor flow={flow} standing={children} /> : children
}

interface OfferValueProps extends OfferCellProps {
  wasEdited: boolean
}

function OfferValue({ offer, place, wasEdited }: OfferValueProps) {
  const styles = inPlace()
  const { reason, begin } = useAction(changeInPlace, { offer, place })
  const workspace = useWorkspace()
  const { productStock } = offer
  const change = () => {
    begin()
    typeAhead(
      workspace,
      { name: 'offerEdit', recordId: offer.id },
      {
        write: (flow, text) => flow.send({ type: 'field.change', fields: { [place]: text } }),
        submit: (flow) => saveInPlace(flow, place),
        leave: (flow) => flow.send({ type: 'dialog.cancel' }),
      },
    )
  }
  return (
    <>
      {reason === undefined ? (
        <button
          type="button"
          ref={wasEdited ? takeFocus : undefined}
          className={styles.value}
          title={`Change ${offerLabels[place]}`}
          onClick={change}
        >
          {textOf({ offer, place })}
        </button>
      ) : (
        // The menu of its row says why.
        textOf({ offer, place })
      )}
      {place === 'quantity' && typeof productStock === 'number' && (
        <span className={styles.beside}>{`· ${formatCount(productStock)} in stock`}</span>
      )}
    </>
  )
}
