import { afterAll, beforeAll, expect, test } from 'vitest'
import { check } from '../../contract/conformance/check'
import { everyList, movedBetween } from './everyList'
import { first, password, prepareData, type Reference, second, startReference } from './mutants/reference'

let data: Awaited<ReturnType<typeof prepareData>>
let reference: Reference
beforeAll(async () => {
  data = await prepareData()
  reference = await startReference(data.folder)
})
afterAll(async () => {
  await reference.stop()
  data.remove()
})

const asking = (token: string) => async (method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(`${reference.url}/api/v1${path}`, sent)
  return answer.json()
}

/** Every list of an account. Its former sessions are ended by a run. */
async function listsOf(email: string) {
  const answer = (await asking('')('POST', '/users/login', { email, password })) as { data: { token: string } }
  return everyList(asking(answer.data.token))
}

/** Ids by which a row belongs to something else. */
const owners = ['id', 'orderId', 'orderNumber', 'campaignId']

/** The ids of a row, and of the order within it. */
const idsOf = (row: Record<string, unknown>): string[] =>
  [...owners.map((name) => row[name]), (row['order'] as { id?: unknown } | null | undefined)?.id]
    .filter((id) => id !== null && id !== undefined)
    .map(String)

const timeout = 900_000

// Half a minute each on a machine that does nothing else, and many times that beside all other tests.
test.each(['the first', 'the second'])(
  '%s run on a server finds nothing, and leaves what it says',
  { timeout },
  async () => {
    const accounts = { email: first, password, secondEmail: second, secondPassword: password }
    const tokens = { orderToken: reference.orderToken, expiredOrderToken: reference.expiredOrderToken }
    const lists = () => Promise.all([first, second].map(listsOf))
    const before = await lists()
    const report = await check({
      baseUrl: reference.url,
      ...accounts,
      ...tokens,
      level: 'full',
      readOnly: false,
      seed: 4,
    })
    expect(report.findings).toEqual([])
    const after = await lists()
    const left = report.leftovers.join('\n')
    for (const [index, now] of after.entries()) {
      const { added, lost } = movedBetween(before[index] ?? new Map(), now)
      expect(lost).toEqual([])
      const counted = ['mails.list', 'gateways.comparisons']
      const isTold = ([list, row]: (typeof added)[number]) =>
        counted.some((name) => list.startsWith(name)) || idsOf(row).some((id) => left.includes(id)) || isOfOwn(list)
      const isOfOwn = (list: string) => left.includes(`organization ${list.split(' of ').at(-1)}:`)
      expect(added.filter((one) => !isTold(one))).toEqual([])
    }
    expect(report.leftovers.filter((line) => /^(?:auto-responder|invite|invitation)/.test(line))).toEqual([])
    expect(left).toMatch(/\d+ mails of organization \S+: no call deletes them/)
  },
)
