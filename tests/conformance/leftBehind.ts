import { expect } from 'vitest'
import type { Report } from '../../contract/conformance/engine/model'
import { everyList, movedBetween } from './everyList'

/** Whose lists are looked at. */
interface Person {
  email: string
  password: string
}

const asking = (url: string, token: string) => async (method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(`${url}/api/v1${path}`, sent)
  return answer.json()
}

/** Every list of an account. Its former sessions are ended by a run. */
async function listsOf(url: string, person: Person) {
  const answer = (await asking(url, '')('POST', '/users/login', person)) as { data: { token: string } }
  return everyList(asking(url, answer.data.token))
}

/** Ids by which a row belongs to something else. */
const owners = ['id', 'orderId', 'orderNumber', 'campaignId']

/** The ids of a row, and of the order within it. */
const idsOf = (row: Record<string, unknown>): string[] =>
  [...owners.map((name) => row[name]), (row['order'] as { id?: unknown } | null | undefined)?.id]
    .filter((id) => id !== null && id !== undefined)
    .map(String)

/** A run of the checker after which every list of these people is as before, but for what the report says is left. */
export async function leavingWhatItSays(
  url: string,
  people: readonly Person[],
  run: () => Promise<Report>,
): Promise<Report> {
  const lists = () => Promise.all(people.map((person) => listsOf(url, person)))
  const before = await lists()
  const report = await run()
  const left = report.leftovers.join('\n')
  for (const [index, now] of (await lists()).entries()) {
    const { added, lost } = movedBetween(before[index] ?? new Map(), now)
    expect(lost).toEqual([])
    const counted = ['mails.list', 'gateways.comparisons']
    const isOfOwn = (list: string) => left.includes(`organization ${list.split(' of ').at(-1)}:`)
    const isTold = ([list, row]: (typeof added)[number]) =>
      counted.some((name) => list.startsWith(name)) || idsOf(row).some((id) => left.includes(id)) || isOfOwn(list)
    expect(added.filter((one) => !isTold(one))).toEqual([])
  }
  expect(report.leftovers.filter((line) => /^(?:auto-responder|invite|invitation)/.test(line))).toEqual([])
  expect(left).toMatch(/\d+ mails of organization \S+: no call deletes them/)
  return report
}
