import { useSelector } from '@xstate/react'
import { negative } from '../../../contract/rules/amounts'
import { spanText } from '../../../contract/rules/spans'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatCount, formatPrice } from '../../components/base/format'
import { useApp, useSession } from '../../app/context'
import { readListSums, type SumsOf, type SummedList } from '../../data/resources/listSums'
import { useList } from '../../data/useList'

interface ListSumsProps<List extends SummedList> {
  list: List
  /** Names them, such as 'Sums of these orders'. */
  label: string
  /** The address of the list. */
  search: Readonly<Record<string, unknown>>
  /** Which of them are shown, by what they are called. */
  counts: Readonly<Record<string, keyof SumsOf[List]>>
  amounts?: Readonly<Record<string, keyof SumsOf[List]>>
  /** In seconds. */
  spans?: Readonly<Record<string, keyof SumsOf[List]>>
  /** Which of the amounts went back, and are written so (GE-15). */
  givenBack?: keyof SumsOf[List]
}

/** What the rows of a list add up to: a figure that leads to them is the sum that stands above them (RP-02). */
export const ListSums = <List extends SummedList>(props: ListSumsProps<List>) => (
  <Sums key={JSON.stringify(props.search)} {...props} />
)

const none = {}

function Sums<List extends SummedList>({
  list,
  label,
  search,
  counts,
  amounts = none,
  spans = none,
  givenBack,
}: ListSumsProps<List>) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const ref = useList(`${list}.sums`, readListSums(api, list, organizationId, search))
  const [sums] = useSelector(ref, ({ context }) => context.rows)
  const told = (write: (value: number) => string) => (name: keyof SumsOf[List]) => {
    const value = sums?.[name]
    if (value === null) return '-'
    return typeof value === 'number' ? write(name === givenBack ? negative(value) : value) : '…'
  }
  const counted = told(formatCount)
  const amount = told((value) => formatPrice(value, sums && 'currency' in sums ? sums.currency : undefined))
  const span = told(spanText)
  return (
    <section aria-label={label}>
      <DescriptionList
        entries={[
          ...Object.entries(counts).map(([term, name]) => ({ term, detail: counted(name) })),
          ...Object.entries(amounts).map(([term, name]) => ({ term, detail: amount(name) })),
          ...Object.entries(spans).map(([term, name]) => ({ term, detail: span(name) })),
        ]}
      />
    </section>
  )
}
