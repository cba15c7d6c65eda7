import ListChecks from 'lucide-react/icons/list-checks'
import { type ReactNode, useId } from 'react'
import {
  areTogether,
  basisOf,
  daysMistake,
  daysOf,
  fitting,
  isOffered,
  measuresOf,
  narrowedBy,
  type ReportQuestion,
} from '../../../contract/forms/reports'
import {
  type Basis,
  type Dimension,
  dimensionNames,
  dimensions,
  isSplitBy,
  isTime,
  measures,
} from '../../../contract/rules/measures'
import { periodNames, periods } from '../../../contract/rules/reportPeriods'
import { reports } from '../../../styled-system/recipes/reports'
import { DropdownMenu } from '../../components/base/DropdownMenu'
import { todayIn } from '../../data/resources/reports'
import { lower } from './figures'

interface ControlsProps {
  question: ReportQuestion
  zone: string
  onAsk: (question: ReportQuestion) => void
}

function Control({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className={reports().control}>
      {label}
      {children}
    </label>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; isPossible?: boolean }[]
  onChoose: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <Control label={label}>
      <select
        className={reports().input}
        aria-label={label}
        value={value}
        // One of the options, which are these values.
        onChange={(event) => onChoose(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.isPossible === false}>
            {option.label}
          </option>
        ))}
      </select>
    </Control>
  )
}

const compared = [
  { value: 'previous', label: 'The period before' },
  { value: 'year', label: 'A year before' },
  { value: 'none', label: 'Nothing' },
] as const

const bases: readonly { value: Basis; label: string }[] = [
  { value: 'sale', label: 'By date of sale' },
  { value: 'money', label: 'By date of money' },
]

/** What is asked of a report: all of it is in the address (RP-01). */
export function ReportControls({ question, zone, onAsk }: ControlsProps) {
  const { period, compare, dimensions: by, filters } = question
  const narrowed = narrowedBy(filters)
  const id = useId()
  const styles = reports()
  const basis = basisOf(question)
  const days = daysOf(question, todayIn(zone))
  const mistake = daysMistake(days)
  const split = (next: readonly Dimension[]) =>
    onAsk({ ...question, ...fitting(basis, question.measures, next, filters) })
  const choosePeriod = (next: ReportQuestion['period']) =>
    onAsk({ ...question, period: next, ...(next === 'days' ? days : { from: undefined, to: undefined }) })
  const chooseDay = (end: 'from' | 'to', day: string) => {
    if (day && day !== days[end]) onAsk({ ...question, ...days, [end]: day })
  }
  return (
    <div className={styles.controls} role="group" aria-label="What the report shows">
      <Choice
        label="Period"
        value={period}
        options={[
          ...periodNames.map((name) => ({ value: name, label: periods[name].label })),
          { value: 'days' as const, label: 'Own days…' },
        ]}
        onChoose={choosePeriod}
      />
      {period === 'days' &&
        (['from', 'to'] as const).map((end) => (
          <Control key={end} label={end === 'from' ? 'From' : 'To'}>
            <input
              // What is chosen elsewhere is shown anew.
              key={days[end]}
              type="date"
              aria-label={end === 'from' ? 'From' : 'To'}
              className={styles.input}
              defaultValue={days[end]}
              aria-invalid={mistake !== undefined || undefined}
              aria-describedby={mistake === undefined ? undefined : id}
              onBlur={(event) => chooseDay(end, event.target.value)}
              onKeyDown={({ key, currentTarget }) => {
                if (key === 'Enter') currentTarget.blur()
              }}
            />
          </Control>
        ))}
      <Choice
        label="Compared with"
        value={compare}
        options={compared}
        onChoose={(next) => onAsk({ ...question, compare: next })}
      />
      <Choice
        label="Split by"
        value={by[0] ?? ''}
        options={[{ value: '', label: 'Nothing' }, ...splits(basis, [], narrowed)]}
        onChoose={(next) => split(next === '' ? [] : [next, ...by.slice(1)])}
      />
      {by[0] !== undefined && (
        <Choice
          label="And by"
          value={by[1] ?? ''}
          options={[{ value: '', label: 'Nothing more' }, ...splits(basis, by.slice(0, 1), narrowed)]}
          onChoose={(next) => split([...by.slice(0, 1), ...(next === '' ? [] : [next])])}
        />
      )}
      <div className={styles.basis} role="radiogroup" aria-label="Counted by">
        {bases.map(({ value, label }) => (
          <label key={value} className={styles.basisChoice}>
            <input
              type="radio"
              name={`${id}-basis`}
              value={value}
              checked={basis === value}
              onChange={() => onAsk({ ...question, ...fitting(value, [], by, filters) })}
            />
            {label}
          </label>
        ))}
      </div>
      <FiguresMenu question={question} onAsk={onAsk} />
      <p className={styles.mistake} id={id} aria-live="polite">
        {mistake}
      </p>
    </div>
  )
}

/** What else figures of a basis can be split by that are narrowed so. */
function splits(basis: Basis, before: readonly Dimension[], narrowed: readonly Dimension[]) {
  const isPossible = (dimension: Dimension) =>
    !before.some((other) => other === dimension || (isTime(other) && isTime(dimension))) &&
    areTogether(basis, [...before, ...narrowed, dimension])
  return dimensionNames.flatMap((value) =>
    isOffered(basis, value) ? [{ value, label: dimensions[value].label, isPossible: isPossible(value) }] : [],
  )
}

/** Which figures are shown, one at least; those that can't be split so say why. */
function FiguresMenu({ question, onAsk }: Omit<ControlsProps, 'zone'>) {
  const { measures: chosen, dimensions: by, filters } = question
  const offered = measuresOf(basisOf(question))
  const reasonOf = (measure: (typeof offered)[number]) => {
    const unsplit = by.find((dimension) => !isSplitBy(measure, dimension))
    if (unsplit) return `Can't be split by ${lower(unsplit)}.`
    const whole = narrowedBy(filters).find((dimension) => !isSplitBy(measure, dimension))
    if (whole) return `Can't be narrowed by ${lower(whole)}.`
    return chosen.length === 1 && chosen[0] === measure ? 'One figure has to stay.' : undefined
  }
  const choose = (name: string) => {
    const next = offered.filter((measure) => (measure === name ? !chosen.includes(measure) : chosen.includes(measure)))
    if (next.length > 0) onAsk({ ...question, measures: next })
  }
  return (
    <DropdownMenu
      placement="bottom-start"
      items={offered.map((measure) => ({
        id: measure,
        label: measures[measure].label,
        checked: chosen.includes(measure),
        reason: reasonOf(measure),
      }))}
      onSelect={choose}
    >
      <ListChecks aria-hidden="true" />
      Figures
    </DropdownMenu>
  )
}
