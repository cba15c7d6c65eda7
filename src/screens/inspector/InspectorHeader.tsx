import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { inspector as inspectorRecipe } from '../../../styled-system/recipes/inspector'
import { Button } from '../../components/base/Button'
import { formatCount } from '../../components/base/format'
import { useCopied } from '../../browser/useCopied'
import type { LogPage } from '../../../machines/qa/replay/log'
import type { InspectorRef } from './startInspector'
import { playwrightTestOf } from './playwrightTest'
import { tabName } from './tabName'

/** What the inspector shows, a page or a recording, and what can be done with it. */
export function InspectorHeader({ inspector }: { inspector: InspectorRef }) {
  const { log, live, flow, wanted, others } = useSelector(inspector, (state) => state.context)
  const isOpening = useSelector(inspector, (state) => state.matches({ source: 'opening' }))
  const isComparing = useSelector(inspector, (state) => state.matches({ source: 'comparing' }))
  const styles = inspectorRecipe()
  const total = log.dropped + log.entries.length
  const dropped = log.dropped > 0 ? `; the oldest ${formatCount(log.dropped)} were dropped to keep this page fast` : ''
  const waiting =
    wanted === undefined
      ? 'Waiting for a page. Open Offerdesk with ?inspect=local, or a recording.'
      : `Open the recording that this link is of, to go to its event ${formatCount(wanted)}.`
  const isWaiting = live.actors.length === 0 && live.pages.length === 0
  const none = isWaiting ? waiting : 'No events yet.'
  const received = total === 0 ? none : `${formatCount(total)} events received${dropped}`
  const read = (type: 'file.open' | 'file.compare') => (files: FileList | null) => {
    const file = files?.[0]
    if (!file) return
    inspector.send({
      type,
      file: { name: file.name, size: file.size, text: () => file.text() },
    })
  }
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>Inspector</h1>
      <p className={styles.status} role="status">
        {flow ? `${flow.name}: ${formatCount(total)} events` : received}
      </p>
      {live.pages.length > 0 && <Pages pages={live.pages} />}
      {others > 0 && <p className={styles.pages}>Another window shows the same.</p>}
      <div className={styles.group}>
        {!flow && total > 0 && (
          <Button size="sm" variant="ghost" onClick={() => inspector.send({ type: 'log.clear' })}>
            Clear
          </Button>
        )}
        {flow && (
          <>
            {/* It names the recording and the event; whoever has the recording gets there by it. */}
            <CopyButton label="Copy link to this event" text={() => window.location.href} />
            <CopyButton label="Copy as Playwright test" text={() => playwrightTestOf(flow.name, flow.recording)} />
            <Button
              size="sm"
              variant="ghost"
              title="In a window that answers from the recording, and sends nothing to the server"
              onClick={() => inspector.send({ type: 'app.open' })}
            >
              Open the app here
            </Button>
            <FileButton
              label="Compare with"
              name="Recording to compare with"
              isBusy={isComparing}
              onOpen={read('file.compare')}
            />
            <Button size="sm" variant="ghost" onClick={() => inspector.send({ type: 'file.send' })}>
              Send to Stately Inspector
            </Button>
            <Button
              size="sm"
              variant="ghost"
              title={
                live.entries.length > 0
                  ? `Back to the ${formatCount(live.dropped + live.entries.length)} events received`
                  : undefined
              }
              onClick={() => inspector.send({ type: 'file.close' })}
            >
              Close recording
            </Button>
          </>
        )}
        <FileButton label="Open recording" name="Recording" isBusy={isOpening} onOpen={read('file.open')} />
      </div>
    </header>
  )
}

const states = { connected: 'connected', stopped: 'has stopped sending', gone: 'closed' } as const

/** The tabs that send, and those that did. */
function Pages({ pages }: { pages: readonly LogPage[] }) {
  return (
    <ul className={inspectorRecipe().pages} aria-label="Tabs">
      {pages.map((page) => (
        <li key={page.load} title={page.address} data-connected={page.state === 'connected'}>
          {tabName(page)}, {states[page.state]}
        </li>
      ))}
    </ul>
  )
}

/** Copies what is asked for when it is pressed, and says what became of that. */
function CopyButton({ label, text }: { label: string; text: () => string | Promise<string> }) {
  const { canCopy, said, copy, forget } = useCopied()
  if (!canCopy) return null
  const copyText = async () => copy(await text())
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => void copyText()} onBlur={forget}>
        {label}
      </Button>
      <span role="status">{said}</span>
    </>
  )
}

interface FileButtonProps {
  label: string
  /** What is asked for, for whoever does not see the button. */
  name: string
  isBusy: boolean
  onOpen: (files: FileList | null) => void
}

function FileButton({ label, name, isBusy, onOpen }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="sm" busy={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={name}
        onChange={(event) => {
          onOpen(event.target.files)
          // The same file may be opened again after it was changed.
          event.target.value = ''
        }}
      />
    </>
  )
}
