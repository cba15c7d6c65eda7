import { expect, test } from 'vitest'
import { createApi } from '../api'
import { readCampaignsByName } from './byName'

/** What is read of campaigns, of which there are so many, and the pages that were asked for. */
async function readOf(total: number) {
  const pages: number[] = []
  const fetched = (_: unknown, { body }: RequestInit = {}) => {
    const { page, limit } = JSON.parse(typeof body === 'string' ? body : '{}') as { page: number; limit: number }
    pages.push(page)
    const first = (page - 1) * limit
    const data = Array.from({ length: Math.min(limit, total - first) }, (_none, place) => ({
      id: `c${first + place}`,
      name: 'Spring',
    }))
    return Promise.resolve(Response.json({ data, meta: { total } }))
  }
  const api = createApi({ baseUrl: '', getToken: () => 't', extensions: true, fetch: fetched })
  const read = await readCampaignsByName(api, 'org_1').fetch(new AbortController().signal)
  return { ids: read.rows.map(({ id }) => id), total: read.total, pages }
}
const ids = (count: number) => Array.from({ length: count }, (_, place) => `c${place}`)

test.each([
  [0, 0, [1]],
  [100, 100, [1]],
  [101, 101, [1, 2]],
  [1_204, 1_000, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
])('GE-01 of %d campaigns a menu lists %d, each once and in their order', async (total, listed, pages) => {
  expect(await readOf(total)).toEqual({ ids: ids(listed), total, pages })
})
