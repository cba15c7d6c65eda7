import type { Membership } from '../../../contract/rules/duties'
import type { MenuEntry } from '../base/menuEntry'
import { labelOf, type RecordAction, whyNotNow } from './recordAction'

/** The entries of a record's menu; each is known by the place of its action in the list. */
export const entriesOf = <Row>(
  actions: readonly RecordAction<Row>[],
  row: Row,
  membership: Membership,
): readonly MenuEntry[] =>
  actions.flatMap((each, place) =>
    each.isFor?.(row) === false
      ? []
      : [
          {
            id: `${place}`,
            label: labelOf(each, row),
            icon: each.icon,
            danger: each.danger,
            reason: whyNotNow(each, row, membership),
          },
        ],
  )

export interface Choice<Row> {
  chosen: readonly Row[]
  /** What a record is called where it stands in the way. */
  nameOf: (row: Row) => string
  most: Most
}
/** How many can be taken at once, and the sentence for more. */
export interface Most {
  count: number
  why: string
}

/** What can be done with all chosen records together; the first that stands against it says why. */
export function entriesOfMany<Row>(
  actions: readonly RecordAction<Row>[],
  { chosen, nameOf, most }: Choice<Row>,
  membership: Membership,
): readonly MenuEntry[] {
  const tooMany = chosen.length > most.count ? most.why : undefined
  const [first] = chosen
  if (first === undefined) return []
  return actions.flatMap((each, place) => {
    if (!each.many) return []
    const [against] = chosen.flatMap((row) => {
      const why = whyNotNow(each, row, membership)
      return why === undefined ? [] : [`${nameOf(row)}: ${why}`]
    })
    return [{ id: `${place}`, label: labelOf(each, first), reason: tooMany ?? against }]
  })
}
