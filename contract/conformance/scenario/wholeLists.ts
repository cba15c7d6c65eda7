import { ownLists } from '../../extensions/listExports'
import type { SearchResource } from '../../search'
import { allCalls } from '../engine/calls'
import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import { totalOf, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { addedUp } from '../predict/listed'
import { linesOf } from './listExports'
import { dataOf } from './paying'

/** Rows of a list at most that are read to the end. */
const mostRows = 1_000

/** The lists with a call of their own that are taken along whole: what belongs to a record is asked for by its id. */
export const exportedWhole = ownLists.filter(
  (list) => list !== 'webhooks' && allCalls.some(({ name, query }) => name === `${list}.list` && query !== undefined),
)

/** A list with a call of its own has as many lines in its file as it has rows. */
async function checkOwnLists(run: Run, organizationId: string): Promise<void> {
  for (const resource of exportedWhole) {
    await attempt(run, 'lists.csv', async () => {
      if (run.lacks('listExports.csv') || run.lacks(`${resource}.list`)) return
      const compare = async (): Promise<[Exchange, string | undefined]> => {
        const query = { organizationId, limit: '1', page: '1' }
        const params = { organizationId }
        const list = allCalls.find(({ name }) => name === `${resource}.list`)
        const isWithin = list?.path.includes(':organizationId') === true
        const listed = await run.succeed('lists.csv', `${resource}.list`, {
          query: isWithin ? { limit: '1', page: '1' } : query,
          ...(isWithin && { params }),
        })
        const csv = await run.succeed('lists.csv', 'listExports.csv', { body: { organizationId, resource } })
        const [lines, total] = [linesOf(csv.text).length - 1, totalOf(listed)]
        return [csv, lines === total ? undefined : `${lines} lines of ${total} rows`]
      }
      const first = await compare()
      const [csv, wrong] = first[1] === undefined ? first : await compare()
      run.verify('lists.csv', csv, wrong === undefined, `all the ${resource} in their file`, wrong)
    })
  }
}

/** Sums and files are of all that is found, also where that is more than a page has. */
export async function checkWhole(run: Run, organizationId: string): Promise<void> {
  await checkOwnLists(run, organizationId)
  for (const [name, add] of Object.entries(addedUp)) {
    const resource = name as SearchResource
    const call = `${resource}.sums`
    if (!allCalls.some((one) => one.name === call)) continue
    await attempt(run, 'lists.sums', async () => {
      // It counts only when it is wrong twice, as somebody may sell meanwhile.
      const compare = async (): Promise<[Exchange, string | undefined, files: string | undefined, Exchange?]> => {
        const { rows, isComplete } = await walk(run, { organizationId, resource }, { most: mostRows })
        const told = await run.succeed('lists.sums', call, { body: { organizationId } })
        if (!isComplete) return [told, undefined, undefined]
        const wrong = difference(add(rows), dataOf(told))
        if (run.lacks('listExports.csv')) return [told, wrong, undefined]
        const csv = await run.succeed('lists.csv', 'listExports.csv', { body: { organizationId, resource } })
        const lines = linesOf(csv.text).length - 1
        return [told, wrong, lines === rows.length ? undefined : `${lines} lines of ${rows.length} rows`, csv]
      }
      const first = await compare()
      const [told, wrong, short, csv] = first[1] === undefined && first[2] === undefined ? first : await compare()
      run.verify('lists.sums', told, wrong === undefined, `what all the ${resource} come to`, wrong)
      if (csv !== undefined)
        run.verify('lists.csv', csv, short === undefined, `all the ${resource} in their file`, short)
    })
  }
}
