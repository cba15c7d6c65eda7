import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import {
  areTogether,
  basisOf,
  fitting,
  isOffered,
  narrowedBy,
  type ReportQuestion,
} from '../../../contract/forms/reports'
import { dimensions, narrowings, type NarrowedBy, noValue } from '../../../contract/rules/measures'
import { reports } from '../../../styled-system/recipes/reports'
import { DropdownMenu } from '../../components/base/DropdownMenu'
import { formatCount } from '../../components/base/format'
import { useApp } from '../../app/context'
import { readByName, readCampaignsByName } from '../../data/resources/byName'
import { ownFirst } from '../../data/resources/campaigns'
import { readGateways } from '../../data/resources/gateways'
import { readMembers } from '../../data/resources/organizationSettings'
import { type ListRef, useList } from '../../data/useList'
import { lower } from './figures'

interface NarrowingProps {
  organizationId: string
  question: ReportQuestion
  onAsk: (question: ReportQuestion) => void
}

/** A question that is narrowed to other records of a kind, with the figures that can be had of them. */
export function narrowedTo(question: ReportQuestion, dimension: NarrowedBy, ids: readonly string[]): ReportQuestion {
  const filters = { ...question.filters, [dimensions[dimension].filter]: ids }
  return { ...question, ...fitting(basisOf(question), question.measures, question.dimensions, filters) }
}

export const narrowedToAll = (question: ReportQuestion): ReportQuestion => ({
  ...question,
  ...fitting(basisOf(question), question.measures, question.dimensions),
})

/** What a report can be narrowed to, several of each kind at once (RP-01). */
export function NarrowingMenus(props: NarrowingProps) {
  const basis = basisOf(props.question)
  return (
    <div className={reports().narrowing} role="group" aria-label="What the report is narrowed to">
      {narrowings.flatMap((dimension) => {
        const Menu = menus[dimension]
        return isOffered(basis, dimension) ? [<Menu key={dimension} {...props} />] : []
      })}
    </div>
  )
}

interface Choice {
  id: string
  label: string
}

interface ChoicesProps<Row extends { id: string }> extends NarrowingProps {
  dimension: NarrowedBy
  list: ListRef<Row>
  choiceOf: (row: Row) => Choice
  sorted?: (rows: readonly Row[]) => readonly Row[]
}

/** One kind of records to choose some from; those that go with nothing else that is asked say so. */
function Choices<Row extends { id: string }>({
  dimension,
  list,
  choiceOf,
  sorted,
  question,
  onAsk,
}: ChoicesProps<Row>) {
  const { context, value: state } = useSelector(list, (snapshot) => snapshot)
  const described = dimensions[dimension]
  const chosen = question.filters?.[described.filter] ?? []
  const others = [...question.dimensions, ...narrowedBy(question.filters)]
  const isPossible = areTogether(basisOf(question), [...others, dimension])
  const choices = (sorted?.(context.rows) ?? context.rows).map(choiceOf)
  const without = 'none' in described ? [{ id: noValue, label: described.none, separated: choices.length > 0 }] : []
  const toggle = (id: string) =>
    onAsk(narrowedTo(question, dimension, chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]))
  return (
    <DropdownMenu
      size="sm"
      placement="bottom-start"
      label={`Filter by ${lower(dimension)}`}
      caption={isPossible ? captionOf(dimension, { state, ...context }) : whyNot(dimension, others)}
      items={[...choices, ...without].map((choice) => ({
        ...choice,
        checked: chosen.includes(choice.id),
        disabled: !isPossible,
      }))}
      onSelect={toggle}
    >
      {described.label}
      <ChevronDown aria-hidden="true" />
    </DropdownMenu>
  )
}

const whyNot = (dimension: NarrowedBy, others: ReportQuestion['dimensions']): string =>
  `No figure can be told by ${[...new Set([...others, dimension])].map(lower).join(' and ')} at once.`

interface Read {
  state: unknown
  rows: readonly unknown[]
  total: number
}

function captionOf(dimension: NarrowedBy, { state, rows, total }: Read): string | undefined {
  if (state === 'loading') return 'Loading…'
  if (rows.length === 0 && state === 'failed') return `The ${lower(dimension)}s could not be read.`
  return rows.length < total ? `The first ${formatCount(rows.length)} of ${formatCount(total)}, by name` : undefined
}

function Campaigns(props: NarrowingProps) {
  const list = useList('campaigns', readCampaignsByName(useApp().api, props.organizationId))
  return (
    <Choices
      {...props}
      dimension="campaign"
      list={list}
      sorted={ownFirst}
      choiceOf={({ id, name }) => ({ id, label: name || id })}
    />
  )
}

function Agents(props: NarrowingProps) {
  const list = useList('members', readMembers(useApp().api, props.organizationId))
  return (
    <Choices
      {...props}
      dimension="agent"
      list={list}
      choiceOf={({ id, name, email }) => ({ id, label: name || email || id })}
    />
  )
}

function Gateways(props: NarrowingProps) {
  const list = useList('gateways', readGateways(useApp().api, props.organizationId))
  return (
    <Choices
      {...props}
      dimension="gateway"
      list={list}
      choiceOf={({ id, displayName }) => ({ id, label: displayName || id })}
    />
  )
}

/** Offers of the campaigns that the report is narrowed to, if it is. */
function Offers(props: NarrowingProps) {
  const campaignIds = props.question.filters?.campaignId
  return <OffersOf key={campaignIds?.join(',')} {...props} within={campaignIds ? { campaignId: campaignIds } : {}} />
}

function OffersOf({ within, ...props }: NarrowingProps & { within: { campaignId?: string[] } }) {
  const { organizationId } = props
  const [read] = useState({ organizationId, resource: 'offers' as const, within })
  const list = useList('offers', readByName(useApp().api, read, 'displayName'))
  return (
    <Choices
      {...props}
      dimension="offer"
      list={list}
      choiceOf={({ id, displayName, campaignName }) => ({
        id,
        label: [displayName || id, ...(campaignName ? [campaignName] : [])].join(' · '),
      })}
    />
  )
}

const menus: Readonly<Record<NarrowedBy, (props: NarrowingProps) => ReactNode>> = {
  campaign: Campaigns,
  agent: Agents,
  gateway: Gateways,
  offer: Offers,
}
