import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { inspectorMachine } from '../../../machines/qa/tools/inspector.machine'
import { numberOf } from '../../../machines/qa/replay/logView'
import type { InspectorInput } from '../../../machines/qa/tools/inspectorSetup'

type InspectorRef = ActorRefFrom<typeof inspectorMachine>

/** What the page's address asks for: `?event=12` of a recording. */
export function askedInspector(): InspectorInput {
  const event = Number(new URLSearchParams(window.location.search).get('event'))
  return { event: Number.isInteger(event) && event > 0 ? event : undefined }
}

/** The address carries the place in a recording, so that a link leads whoever has the recording there. */
export function useInspectorAddress(inspector: InspectorRef): void {
  useEffect(() => {
    const subscription = inspector.subscribe(({ context: { flow, log, position, wanted } }) => {
      const url = new URL(window.location.href)
      const entry = flow && log.entries[position ?? -1]
      if (flow && entry) {
        url.searchParams.set('recording', flow.name)
        url.searchParams.set('event', String(numberOf(entry)))
      } else if (!flow && wanted === undefined) {
        url.searchParams.delete('recording')
        url.searchParams.delete('event')
      }
      if (url.href !== window.location.href) window.history.replaceState(null, '', url)
    })
    return () => subscription.unsubscribe()
  }, [inspector])
}

const steps = { ArrowLeft: 'step.back', ArrowRight: 'step.forward' } as const
const isStep = (key: string): key is keyof typeof steps => key in steps

/** Left and Right step through the events, wherever they mean nothing else. */
export function useStepKeys(inspector: InspectorRef): void {
  useEffect(() => {
    const step = ({ key, target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (!isStep(key) || defaultPrevented || ctrlKey || metaKey || altKey) return
      if (target instanceof Element && target.closest('input, select, textarea, [role=separator]')) return
      inspector.send({ type: steps[key] })
    }
    document.addEventListener('keydown', step)
    return () => document.removeEventListener('keydown', step)
  }, [inspector])
}
