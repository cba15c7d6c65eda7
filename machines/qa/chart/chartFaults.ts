import type { Box, Chart } from './chart'

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
const holds = (outer: Box, inner: Box) =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

const isSolid = ({ kind }: Chart['states'][number]) => kind !== 'compound' && kind !== 'parallel'

/**
 * Lists what can't be read in a drawn chart, a line each: labels and states that lie over others, and lines through
 * them.
 */
export const chartFaults = (chart: Chart): string[] => [
  ...labelFaults(chart),
  ...lineFaults(chart),
  ...stateFaults(chart),
]

function labelFaults({ states, edges, width, height }: Chart): string[] {
  const page = { x: 0, y: 0, width, height }
  return edges.flatMap(({ step, label }, index) => [
    ...edges
      .slice(index + 1)
      .flatMap((other) => (overlap(label, other.label) ? [`${step} lies over ${other.step}`] : [])),
    ...states.flatMap((state) => {
      const isAround = holds(state, label)
      return (isAround && isSolid(state)) || (!isAround && overlap(label, state))
        ? [`${step} lies over ${state.id}`]
        : []
    }),
    ...(holds(page, label) ? [] : [`${step} lies outside the picture`]),
  ])
}

/** A line may touch a border, where it ends. */
function lineFaults({ states, edges }: Chart): string[] {
  const solid = states.filter(isSolid)
  return edges.flatMap((edge) => {
    const boxes = [...edges.filter((other) => other !== edge).map(({ label }) => label), ...solid]
    return edge.points.slice(1).flatMap((end, index) => {
      const start = edge.points[index] ?? end
      const line = {
        x: Math.min(start.x, end.x) + 1,
        y: Math.min(start.y, end.y) + 1,
        width: Math.max(Math.abs(start.x - end.x) - 2, 0.1),
        height: Math.max(Math.abs(start.y - end.y) - 2, 0.1),
      }
      return boxes.some((box) => overlap(line, box)) ? [`the line of ${edge.step} passes through another`] : []
    })
  })
}

const stateFaults = ({ states }: Chart): string[] =>
  states.flatMap((one) =>
    states.flatMap((other) =>
      other.id !== one.id &&
      overlap(one, other) &&
      !other.id.startsWith(`${one.id}.`) &&
      !one.id.startsWith(`${other.id}.`)
        ? [`${one.id} lies over ${other.id}`]
        : [],
    ),
  )
