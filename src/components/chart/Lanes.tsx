import { inspector } from '../../../styled-system/recipes/inspector'

const laneWidth = 140
const laneHeight = 30
/** Pixels, about. */
const halfOfSign = 3
/** Pixels between a label and the lane that it belongs to. */
const gap = 12

/** Pixels before the lanes, as the recipe has them: the times. */
export const beforeLanes = 124
/** Pixels from the left of the lanes to the middle of one. */
export const middleOfLane = (lane: number): number => lane * laneWidth + laneWidth / 2

/** The names above the lanes of a sequence. */
export function LaneHeads({ names }: { names: readonly string[] }) {
  const styles = inspector()
  return (
    <div className={styles.lanes} role="presentation">
      {names.map((name, place) => (
        // Two actors of one name have lanes of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={place} className={styles.lane} title={name}>
          {name}
        </span>
      ))}
    </div>
  )
}

interface LaneArrowProps {
  lanes: number
  /** -1 when nobody's event: a person's, or one of the clock. */
  from: number
  to: number
  label: string
}

/** One event between two actors, as a row of a sequence. */
export function LaneArrow({ lanes, from, to, label }: LaneArrowProps) {
  const middle = laneHeight / 2 + 5
  const end = middleOfLane(to)
  const isOwn = from === to
  const begin = from < 0 ? end - 46 : middleOfLane(from)
  const back = begin < end ? -6 : 6
  const path = isOwn ? `M${end} ${middle - 10}h16v10h-14` : `M${begin} ${middle}H${end}`
  const tip = isOwn ? 6 : back
  const isToTheLeft = !isOwn && begin > end
  // Beside whoever takes it, as the sender may be far away; not over the times, which stand before the lanes.
  const besideTaker = isToTheLeft ? end + gap : Math.max(end - gap, 2 * label.length * halfOfSign)
  return (
    <svg
      className={inspector().arrow}
      width={lanes * laneWidth}
      height={laneHeight}
      role="img"
      aria-label={label}
      focusable="false"
    >
      {Array.from({ length: lanes }, (_, lane) => (
        <line key={lane} x1={middleOfLane(lane)} x2={middleOfLane(lane)} y1={0} y2={laneHeight} />
      ))}
      {from < 0 && <circle cx={begin} cy={middle} r={3} />}
      <path d={path} />
      <polygon points={`${end},${middle} ${end + tip},${middle - 3.5} ${end + tip},${middle + 3.5}`} />
      <text x={isOwn ? end + 22 : besideTaker} y={middle - 5} textAnchor={isOwn || isToTheLeft ? 'start' : 'end'}>
        {label}
      </text>
    </svg>
  )
}
