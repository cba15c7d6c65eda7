import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Box, Chart, Point } from '../../../machines/qa/chart/chart'
import { centredOn, fitted, isSeen, panned, type Size, type View, zoomed } from '../../../machines/qa/chart/view'

/** What a person made of the view: of this chart, while this part of it was what matters. */
interface Moved {
  chart: Chart
  focus: Box | undefined
  view: View
}

/** A chart is seen whole until it is zoomed or moved; from then on what comes to matter comes into the middle. */
function viewOf(moved: Moved | undefined, chart: Chart, focus: Box | undefined, frame: Size): View {
  if (moved?.chart !== chart) return fitted(chart, frame)
  const { view } = moved
  const isWhole = isSeen(view, { x: 0, y: 0, width: chart.width, height: chart.height }, frame)
  return focus && focus !== moved.focus && !isWhole ? centredOn(view, focus, frame) : view
}

const middle = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 })

/** Moves, pinches and turns of the wheel over an element, as what they do to a view. */
function listen(element: HTMLElement, change: (to: (view: View) => View) => void) {
  const fingers = new Map<number, Point>()
  const place = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const spread = () => {
    const [a, b] = [...fingers.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : undefined
  }
  const press = (event: PointerEvent) => {
    if (event.button === 0) fingers.set(event.pointerId, place(event))
  }
  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId)
    if (!before) return
    // Not when it is pressed, as a click on a state would then be one on the frame.
    if (event.pointerType !== 'touch') element.setPointerCapture(event.pointerId)
    const now = place(event)
    const wide = spread()
    fingers.set(event.pointerId, now)
    const wider = spread()
    if (wide && wider) change((view) => zoomed(view, wider / wide, now))
    else change((view) => panned(view, { x: now.x - before.x, y: now.y - before.y }))
  }
  const release = ({ pointerId }: PointerEvent) => fingers.delete(pointerId)
  const turn = (event: WheelEvent) => {
    event.preventDefault()
    // A pinch on a trackpad comes as a wheel with Ctrl.
    if (event.ctrlKey) change((view) => zoomed(view, Math.exp(-event.deltaY / 200), place(event)))
    else change((view) => panned(view, { x: -event.deltaX, y: -event.deltaY }))
  }
  const stop = new AbortController()
  const { signal } = stop
  element.addEventListener('pointerdown', press, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', release, { signal })
  element.addEventListener('pointercancel', release, { signal })
  element.addEventListener('wheel', turn, { signal, passive: false })
  return () => stop.abort()
}

/** What of a chart is seen in an element: all of it at first, then what a person makes of it. */
export function useChartView(chart: Chart, focus: Box | undefined) {
  const element = useRef<HTMLDivElement>(null)
  const [frame, setFrame] = useState<Size>(chart)
  const [moved, setMoved] = useState<Moved>()
  const change = useCallback(
    (to: (view: View) => View) =>
      setMoved((before) => ({ chart, focus, view: to(viewOf(before, chart, focus, frame)) })),
    [chart, focus, frame],
  )
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => entry && setFrame(sizeOf(entry.contentRect)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => (element.current ? listen(element.current, change) : undefined), [change])
  const zoom = (factor: number) => change((view) => zoomed(view, factor, middle(frame)))
  const { x, y, scale } = viewOf(moved, chart, focus, frame)
  const viewBox = `${x} ${y} ${frame.width / scale} ${frame.height / scale}`
  return { element, viewBox, scale, zoom, fit: () => setMoved(undefined) }
}

const sizeOf = ({ width, height }: Size): Size => ({ width: Math.max(width, 1), height: Math.max(height, 1) })
