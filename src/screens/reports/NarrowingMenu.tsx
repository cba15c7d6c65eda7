import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { areTogether, basisOf, narrowedBy, type ReportQuestion } from '../../../contract/forms/reports'
import { dimensions, type NarrowedBy, noValue } from '../../../contract/rules/measures'
import { DropdownMenu } from '../../components/base/DropdownMenu'
import type { OpenedBy } from '../../components/base/menuEntry'
import { formatCount } from '../../components/base/format'
import { useApp } from '../../app/context'
import { readByName, readCampaignsByName } from '../../data/resources/byName'
import { ownFirst } from '../../data/resources/campaigns'
import { readGateways } from '../../data/resources/gateways'
import { readMembers } from '../../data/resources/organizationSettings'
import { useUntil } from '../../browser/useUntil'
import { type ListRef, useList } from '../../data/useList'
import { lower } from './figures'
import { narrowedTo } from './narrowing'

export interface NarrowingProps {
  organizationId: string
  question: ReportQuestion
  onAsk: (question: ReportQuestion) => void
}

interface NarrowingMenuProps extends NarrowingProps {
  dimension: NarrowedBy
  /** Somebody has asked for the menu before its code was there. */
  opensAtOnce: OpenedBy | undefined
}

type KindProps = Omit<NarrowingMenuProps, 'dimension'>

/** What a report can be narrowed to of one kind (RP-01). */
export default function NarrowingMenu({ dimension, ...props }: NarrowingMenuProps) {
  const Menu = menus[dimension]
  return <Menu {...props} />
}

interface Choice {
  id: string
  label: string
}

interface ChoicesProps<Row extends { id: string }> extends NarrowingMenuProps {
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
  opensAtOnce,
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
      opensAtOnce={opensAtOnce}
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

function Campaigns(props: KindProps) {
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

function Agents(props: KindProps) {
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

function Gateways(props: KindProps) {
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
function Offers(props: KindProps) {
  const campaignIds = props.question.filters?.campaignId
  const [first] = useState(campaignIds)
  // Those of other campaigns are another menu, which nobody has asked for.
  const opensAtOnce = useUntil(campaignIds !== first) ? props.opensAtOnce : undefined
  const within = campaignIds ? { campaignId: campaignIds } : {}
  return <OffersOf key={campaignIds?.join(',')} {...props} within={within} opensAtOnce={opensAtOnce} />
}

function OffersOf({ within, ...props }: KindProps & { within: { campaignId?: string[] } }) {
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

const menus: Readonly<Record<NarrowedBy, (props: KindProps) => ReactNode>> = {
  campaign: Campaigns,
  agent: Agents,
  gateway: Gateways,
  offer: Offers,
}
