import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { inspector as inspectorRecipe } from '../../../styled-system/recipes/inspector'
import { Button } from '../../components/base/Button'
import { formatCount } from '../../components/base/format'
import { useCopied } from '../../browser/useCopied'
import type { InspectorRef } from './startInspector'

/** What the inspector shows, a page or a recording, and what can be done with it. */
export function InspectorHeader({ inspector }: { inspector: InspectorRef }) {
  const { log, flow, wanted } = useSelector(inspector, (state) => state.context)
  const isOpening = useSelector(inspector, (state) => state.matches({ source: 'opening' }))
  const styles = inspectorRecipe()
  const total = log.dropped + log.entries.length
  const dropped = log.dropped > 0 ? `; the oldest ${formatCount(log.dropped)} were dropped to keep this page fast` : ''
  const waiting =
    wanted === undefined
      ? 'Waiting for a page. Open Offerdesk with ?inspect=local, or a recording.'
      : `Open the recording that this link is of, to go to its event ${formatCount(wanted)}.`
  const received = total === 0 ? waiting : `${formatCount(total)} events received${dropped}`
  const open = (files: FileList | null) => {
    const file = files?.[0]
    if (!file) return
    inspector.send({
      type: 'file.open',
      file: { name: file.name, size: file.size, text: () => file.text() },
    })
  }
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>Inspector</h1>
      <p className={styles.status} role="status">
        {flow ? `${flow.name}: ${formatCount(total)} events` : received}
      </p>
      <div className={styles.group}>
        {!flow && total > 0 && (
          <Button size="sm" variant="ghost" onClick={() => inspector.send({ type: 'log.clear' })}>
            Clear
          </Button>
        )}
        {flow && (
          <>
            <CopyLink />
            <Button size="sm" variant="ghost" onClick={() => inspector.send({ type: 'file.send' })}>
              Send to Stately Inspector
            </Button>
            <Button size="sm" variant="ghost" onClick={() => inspector.send({ type: 'file.close' })}>
              Close recording
            </Button>
          </>
        )}
        <FileButton isBusy={isOpening} onOpen={open} />
      </div>
    </header>
  )
}

/** The address names the recording and the event; whoever has the recording gets there by it. */
function CopyLink() {
  const { canCopy, isCopied, copy, forget } = useCopied()
  if (!canCopy) return null
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => copy(window.location.href)} onBlur={forget}>
        Copy link to this event
      </Button>
      <span role="status">{isCopied && 'Copied'}</span>
    </>
  )
}

function FileButton({ isBusy, onOpen }: { isBusy: boolean; onOpen: (files: FileList | null) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="sm" busy={isBusy} onClick={() => input.current?.click()}>
        Open recording
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="Recording"
        onChange={(event) => {
          onOpen(event.target.files)
          // The same file may be opened again after it was changed.
          event.target.value = ''
        }}
      />
    </>
  )
}
