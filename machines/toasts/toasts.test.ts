import { createActor } from 'xstate'
import { describe, expect, test } from 'vitest'
import type { ToastInput } from './toast.machine'
import { toastsMachine } from './toasts.machine'

/** What stands on the screen after all of it was said. */
function shownAfter(...said: ToastInput[]) {
  const toasts = createActor(toastsMachine).start()
  for (const one of said) toasts.send({ type: 'toast.show', ...one })
  const shown = toasts.getSnapshot().context.toasts.map((toast) => toast.getSnapshot().context.message)
  toasts.stop()
  return shown
}

const lost = (flowId?: string): ToastInput => ({ kind: 'error', message: 'No answer', flowId })
const added = (flowId?: string): ToastInput => ({ kind: 'success', message: 'Note added', flowId })

describe('GE-16 a message', () => {
  test('that something was done takes the place of the one that the same flow had failed', () => {
    expect(shownAfter(lost('orderNote.1'), added('orderNote.1'))).toEqual(['Note added'])
  })

  test('that is on the screen already does so, too', () => {
    expect(shownAfter(added('orderNote.0'), lost('orderNote.1'), added('orderNote.1'))).toEqual(['Note added'])
  })

  test('that two flows have failed in the same words goes when the later one has done it', () => {
    expect(shownAfter(lost('orderNote.1'), lost('orderNote.2'), added('orderNote.2'))).toEqual(['Note added'])
  })

  test('KO-01 of another failure stands beside the first, and all of them go when it is done', () => {
    const refused = { kind: 'error', message: 'Too long', flowId: 'orderNote.1' } as const
    expect(shownAfter(lost('orderNote.1'), refused)).toEqual(['No answer', 'Too long'])
    expect(shownAfter(lost('orderNote.1'), refused, added('orderNote.1'))).toEqual(['Note added'])
  })

  test('says nothing of what failed in another flow, or in none', () => {
    expect(shownAfter(lost('orderNote.1'), added('orderNote.2'))).toEqual(['No answer', 'Note added'])
    expect(shownAfter(lost(), added())).toEqual(['No answer', 'Note added'])
  })

  test('that something was done stays when the same flow fails in something else', () => {
    expect(shownAfter(added('ongoingCall'), lost('ongoingCall'))).toEqual(['Note added', 'No answer'])
  })
})
