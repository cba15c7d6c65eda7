import { preferenceChoices } from '../../preferences'
import { isSame } from '../engine/compare'
import type { Account, Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { fieldsOf } from './paying'

const preferencesIn = ({ json }: Exchange): Fields =>
  (json as { data?: { preferences?: Fields | null } } | undefined)?.data?.preferences ?? {}

const preferencesOf = async (run: Run, as: Account = run.first) =>
  preferencesIn(await run.succeed('session.me', 'users.me', { as }))

const textOf = (preferences: Fields) =>
  JSON.stringify(Object.keys(preferenceChoices).map((name) => preferences[name] ?? null))

/** Sends what the user prefers, which is then in the answer and in users/me; answers how it is there. */
async function prefer(run: Run, body: Fields, expected: Fields): Promise<Fields> {
  const answer = await run.succeed('preferences.kept', 'users.setPreferences', { body })
  const now = await preferencesOf(run)
  const due = textOf(expected)
  for (const one of [preferencesIn(answer), now]) {
    run.verify('preferences.kept', answer, textOf(one) === due, `${due} in the answer and in users/me`, textOf(one))
  }
  return now
}

/**
 * What is chosen for a moment, each choice of each preference once: as many as can be at once, so that what has the fewest stays
 * while the others go on.
 */
function roundsOf(kept: Fields): Fields[] {
  const others = Object.entries(preferenceChoices).map(
    ([name, choices]) => [name, choices.filter((choice) => choice !== kept[name])] as const,
  )
  const most = Math.max(...others.map(([, choices]) => choices.length))
  return Array.from({ length: most }, (_, round) =>
    Object.fromEntries(others.flatMap(([name, { [round]: choice }]) => (choice === undefined ? [] : [[name, choice]]))),
  )
}

/** One preference after the other becomes another, beside those that are so already; then each choice has its turn, and what it was. */
async function change(run: Run, kept: Fields): Promise<void> {
  const names = Object.keys(preferenceChoices) as (keyof typeof preferenceChoices)[]
  const undo = run.journal.add({ what: 'preferences', account: 'first', fields: kept })
  let now = kept
  const [first = {}, ...others] = roundsOf(kept)
  const alone = Object.entries(first).map(([name, choice]): Fields => ({ [name]: choice }))
  for (const chosen of [...alone, ...others]) now = await prefer(run, chosen, { ...now, ...chosen })
  for (const name of names) now = await prefer(run, { [name]: kept[name] }, { ...now, [name]: kept[name] })
  if (textOf(now) === textOf(kept)) run.journal.settle(undo)
}

/** Lists whose columns few have arranged, and how they are arranged for a moment. */
const arranged = { bulkRows: { hidden: ['reason'], widths: { name: 321 } }, soldOrders: { order: ['total', 'number'] } }

/** What somebody has arranged before is gone when a list is arranged anew. */
const hasMore = (due: unknown, is: unknown): boolean => {
  const arranged = fieldsOf(due)
  return Object.entries(fieldsOf(is)).some(
    ([name, value]) => arranged[name] === undefined && Object.keys(Object(value)).length > 0,
  )
}

/** How one list is arranged says nothing of how another one is. */
async function arrange(run: Run): Promise<void> {
  const of = (preferences: Fields) => fieldsOf(preferences['lists'])
  const before = of(await preferencesOf(run))
  const kept = Object.fromEntries(Object.keys(arranged).map((name) => [name, before[name] ?? {}]))
  const undo = run.journal.add({ what: 'preferences', account: 'first', fields: { lists: kept } })
  let due: Fields = before
  const lay = async (lists: Fields, as: string) => {
    due = { ...due, ...lists }
    const exchange = await run.succeed('preferences.kept', 'users.setPreferences', { body: { lists } })
    for (const now of [of(preferencesIn(exchange)), of(await preferencesOf(run))]) {
      const wrong = Object.keys(due).find(
        (name) => !isSame(name, due[name], now[name]) || hasMore(due[name], now[name]),
      )
      run.verify('preferences.kept', exchange, wrong === undefined, `each list as it was arranged, ${as}`, wrong)
    }
  }
  const [one, other] = Object.entries(arranged).map(([name, layout]) => ({ [name]: layout }))
  await lay(one ?? {}, 'once one is')
  await lay(other ?? {}, 'once another is')
  await lay({ bulkRows: { order: ['name', 'reason'] } }, 'once the first is arranged anew')
  await lay(kept, 'once both are as they were')
  run.journal.settle(undo)
}

/**
 * What the user prefers is sent as it is, and what they never chose as whoever never chose has it (ST-01); each of them is another
 * for a moment.
 */
export async function checkPreferences(run: Run): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'preferences.kept', async () => {
    const theirs = run.second && textOf(await preferencesOf(run, run.second))
    const expected = { ...(await preferencesOf(run)) }
    for (const [name, [usual]] of Object.entries(preferenceChoices)) {
      const body = { [name]: expected[name] ?? usual }
      Object.assign(expected, body)
      await prefer(run, body, expected)
      await run.refuse(
        'preferences.kept',
        'users.setPreferences',
        { body: { [name]: 'another' }, isValid: false },
        [400, 422],
      )
    }
    await change(run, expected)
    await attempt(run, 'preferences.kept', () => arrange(run))
    if (run.second !== undefined) {
      const exchange = await run.succeed('session.me', 'users.me', { as: run.second })
      const isSame = textOf(preferencesIn(exchange)) === theirs
      run.verify('preferences.kept', exchange, isSame, "the other account's preferences as they were")
    }
    const body = { theme: expected['theme'] }
    await run.refuse('access.noToken', 'users.setPreferences', { as: null, body, isValid: true }, [401])
  })
}
