import { useSelector } from '@xstate/react'
import { useState, useSyncExternalStore } from 'react'
import type { FlowRef } from '../../../machines/flows'
import type { Place } from '../../../machines/palette/palette.machine'
import { useActionSurroundings } from '../../components/actions/useAction'
import { Button } from '../../components/base/Button'
import { Combobox, type ComboboxOption } from '../../components/form/Combobox'
import { Dialog } from '../../components/overlay/Dialog'
import { useWorkspace } from '../../app/context'
import { rowInFront } from '../../app/listKeys'
import { hearOnScreen, onScreenChanges } from '../../app/onScreen'
import { begun, begunAnywhere, isMeant, screenPlaces } from './places'
import { recentPlaces } from './recentPlaces'
import { tasksOf } from './tasks'
import { useViewPlaces } from './useViewPlaces'

const messages = {
  loading: 'Searching...',
  empty:
    'Nothing found. Orders are found by number or customer, customers by name, email or phone, parcels by tracking number',
  failed: 'Error searching',
}
const shown = ({ id, name, detail }: Place): ComboboxOption => ({ id, label: name, detail })

/** Anywhere by a few letters, from anywhere (WF-01). */
export default function PaletteDialog({ flow }: { flow: FlowRef<'palette'> }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const surroundings = useActionSurroundings()
  // The focus goes to the palette with it.
  const [row] = useState(rowInFront)
  // The screen may have come after the palette.
  useSyncExternalStore(hearOnScreen, onScreenChanges)
  const { search, found, organizationId, extensions } = state.context
  const views = useViewPlaces(extensions ? organizationId : undefined)
  const recent = recentPlaces(useWorkspace(), organizationId)
  const isSearching = search.trim() !== ''
  const isNamed = (name: string) => !isSearching || isMeant(name, search)
  const recentHrefs = new Set(recent.map(({ href }) => href))
  const pages = [
    ...(isSearching ? [] : recent),
    ...views.filter(({ name, href }) => isNamed(name) && (isSearching || !recentHrefs.has(href))),
    ...screenPlaces.filter(({ name, href }) => isNamed(name) && (isSearching || !recentHrefs.has(href))),
  ]
  const tasks = tasksOf(extensions ? begun : begunAnywhere, surroundings, row).filter(({ label }) => isNamed(label))
  const options = [
    // What is done most with the record in front comes first.
    ...tasks.filter(({ isHere }) => isHere),
    ...pages.map(shown),
    ...tasks.filter(({ isHere }) => !isHere),
    ...found.map(shown),
  ]
  function status() {
    if (!isSearching) return 'ready'
    if (state.matches({ finding: 'failed' })) return 'failed'
    if (!state.matches({ finding: 'ready' })) return 'loading'
    return options.length === 0 ? 'empty' : 'ready'
  }
  function choose(id: string) {
    const place = [...pages, ...found].find((one) => one.id === id)
    if (place) return flow.send({ type: 'palette.choose', place })
    flow.send({ type: 'dialog.leave' })
    tasks.find((task) => task.id === id)?.begin()
  }
  return (
    <Dialog
      open
      title="Go to"
      onClose={() => flow.send({ type: 'dialog.leave' })}
      footer={<Button onClick={() => flow.send({ type: 'dialog.cancel' })}>Close</Button>}
    >
      <Combobox
        name="palette"
        label="Page, action, order, customer, parcel, campaign or product"
        placeholder="A number, a name, an email, a phone..."
        isInline
        inputValue={search}
        onInputChange={(text) => flow.send({ type: 'palette.search', text })}
        options={options}
        status={status()}
        selectedId={undefined}
        onSelect={choose}
        messages={messages}
        onRetry={() => flow.send({ type: 'options.retry' })}
      />
    </Dialog>
  )
}
