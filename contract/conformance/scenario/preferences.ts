import { preferenceChoices } from '../../preferences'
import type { Account, Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'

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

/** One preference after the other becomes another, beside those that are so already, and then what it was again. */
async function change(run: Run, kept: Fields): Promise<void> {
  const names = Object.keys(preferenceChoices) as (keyof typeof preferenceChoices)[]
  const undo = run.journal.add({ what: 'preferences', account: 'first', fields: kept })
  let now = kept
  for (const name of names) {
    const other = preferenceChoices[name].find((choice) => choice !== kept[name])
    now = await prefer(run, { [name]: other }, { ...now, [name]: other })
  }
  for (const name of names) now = await prefer(run, { [name]: kept[name] }, { ...now, [name]: kept[name] })
  if (textOf(now) === textOf(kept)) run.journal.settle(undo)
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
    if (run.second !== undefined) {
      const exchange = await run.succeed('session.me', 'users.me', { as: run.second })
      const isSame = textOf(preferencesIn(exchange)) === theirs
      run.verify('preferences.kept', exchange, isSame, "the other account's preferences as they were")
    }
    const body = { theme: expected['theme'] }
    await run.refuse('access.noToken', 'users.setPreferences', { as: null, body, isValid: true }, [401])
  })
}
