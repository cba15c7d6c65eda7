import { type OwnList, ownLists } from '../../extensions/listExports'
import type { SearchResource } from '../../search'
import { allCalls, callNamed } from '../engine/calls'
import { confirmed, difference } from '../engine/compare'
import { type Row, totalOf, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'
import { addedUp } from '../predict/listed'
import { derivedAsk } from './derivedAsks'
import { linesOf } from './listExports'
import { checkOwnFile } from './ownFiles'
import { dataOf, fieldsOf } from './paying'

/** Rows of a list at most that are read to the end. */
const mostRows = 1_000

/** The lists with a call of their own that are taken along whole: what belongs to a record is asked for by its id. */
export const exportedWhole = ownLists.filter(
  (list) => list !== 'webhooks' && allCalls.some(({ name, query }) => name === `${list}.list` && query !== undefined),
)

/** What is about an order has its number in a file. */
const withOrder = (row: Row): Row => ({ ...row, orderNumber: fieldsOf(row['order'])['number'] })

/** A list with a call of its own has as many lines in its file as it has rows, and as much of each. */
export async function checkOwnList(run: Run, organizationId: string, resource: OwnList): Promise<void> {
  const list = callNamed(`${resource}.list`)
  const ask = derivedAsk(list, { organizationId })
  if (ask === undefined || run.lacks('listExports.csv') || run.lacks(list.name)) return
  await attempt(run, 'lists.csv', async () => {
    const { exchange, wrong } = await confirmed(async () => {
      const total = totalOf(await run.succeed('lists.csv', list.name, ask))
      const csv = await run.succeed('lists.csv', 'listExports.csv', { body: { organizationId, resource } })
      const lines = linesOf(csv.text).length - 1
      return { exchange: csv, wrong: lines === total ? undefined : `${lines} lines of ${total} rows` }
    })
    run.verify('lists.csv', exchange, wrong === undefined, `all the ${resource} in their file`, wrong)
  })
  await checkOwnFile(run, { organizationId, resource, call: list.name, ask, shown: withOrder })
}

/** What is asked for whole lists is of these. */
export const wholeResources = ['search', 'listExports', ...Object.keys(addedUp), ...exportedWhole]

/** Sums and files are of all that is found, also where that is more than a page has. */
export async function checkWholeLists(run: Run, { first: { organizationId } }: World): Promise<void> {
  if (!run.isFull) return
  for (const resource of exportedWhole) await checkOwnList(run, organizationId, resource)
  for (const [name, add] of Object.entries(addedUp)) {
    const resource = name as SearchResource
    const call = `${resource}.sums`
    if (!allCalls.some((one) => one.name === call)) continue
    await attempt(run, 'lists.sums', async () => {
      const { told, sums, csv, short } = await confirmed(async () => {
        // Who has no such list has no sums of it, which is told at once.
        const exchange = await run.succeed('lists.sums', call, { body: { organizationId } })
        const { rows, isComplete } = await walk(run, { organizationId, resource }, { most: mostRows })
        const unlike = isComplete ? difference(add(rows), dataOf(exchange)) : undefined
        const file =
          isComplete && !run.lacks('listExports.csv')
            ? await run.succeed('lists.csv', 'listExports.csv', { body: { organizationId, resource } })
            : undefined
        const lines = file === undefined ? rows.length : linesOf(file.text).length - 1
        const fewer = lines === rows.length ? undefined : `${lines} lines of ${rows.length} rows`
        return { told: exchange, sums: unlike, csv: file, short: fewer, wrong: unlike ?? fewer }
      })
      run.verify('lists.sums', told, sums === undefined, `what all the ${resource} come to`, sums)
      if (csv !== undefined)
        run.verify('lists.csv', csv, short === undefined, `all the ${resource} in their file`, short)
    })
  }
}
