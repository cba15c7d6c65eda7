import { existsSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { Client } from 'pg'
import { checkFile, linesOf } from '../../../server/backup/file'
import { fill } from '../../../server/backup/fill'
import { offerdesk } from '../cli/program'
import { demoFolder } from '../folders'
import { type Scratch, scratchPostgres } from '../postgres'
import { folderOfTest, killedAfter, settingsOf } from './program'

/** At how many moments each of the three is killed; `npm run figures -- backup` asks for more. */
const kills = Number(process.env['BACKUP_KILLS'] ?? 1)
/** A kill alone comes while the program is at work, on any machine; several are spread over the time that it takes. */
const millisecondsAlone = 4_000

const files = folderOfTest()
const dataDir = await demoFolder()
const onPostgres = await scratchPostgres('demo')
afterAll(async () => {
  files.remove()
  await rm(dataDir, { recursive: true, force: true })
  await onPostgres?.stop()
})

/** Runs the program to its end; where it fails, what it said is told. */
async function succeeds(args: string[], env: Record<string, string>): Promise<void> {
  const { code, said } = await offerdesk(args, env)
  expect(code === 0 ? '' : `${code}: ${said}`).toBe('')
}

/** A database of demo data, of either kind by turns where there are both. */
const sources = [settingsOf({ dataDir }), ...(onPostgres ? [settingsOf(onPostgres)] : [])]
const whole = await Promise.all(
  sources.map(async (source, index) => {
    const file = files.path(`whole-${index}.backup`)
    await succeeds(['backup', file], source)
    return file
  }),
)

const sumsIn = async (path: string) => {
  const { tables, ledger } = await checkFile(path)
  return { tables: [...tables], ledger }
}

let made = 0
/** A place with nothing in it. */
async function emptyPlace(
  isOnPostgres: boolean,
): Promise<{ name: string; settings: Record<string, string>; stop: () => Promise<void> }> {
  made += 1
  const scratch: Scratch | undefined = isOnPostgres ? await scratchPostgres() : undefined
  if (scratch?.databaseUrl !== undefined) {
    return { name: scratch.databaseUrl, settings: settingsOf(scratch), stop: () => scratch.stop() }
  }
  const folder = files.path(`place-${made}`)
  const stop = () => rm(folder, { recursive: true, force: true })
  return { name: folder, settings: settingsOf({ dataDir: folder }), stop }
}

/** Kills at moments spread over the time that it takes undisturbed; each time `prepare` makes what it begins from. */
async function killAgainAndAgain(
  what: string,
  prepare: (turn: number) => Promise<{
    args: string[]
    env: Record<string, string>
    /** Tells of what is there after a kill whether it is all or nothing, and starts again. */
    examine: () => Promise<'nothing' | 'all'>
    stop: () => Promise<void>
  }>,
): Promise<void> {
  const times: number[] = []
  const undisturbed = kills > 1 ? sources.length : 0
  for (let turn = 0; turn < undisturbed; turn += 1) {
    const { args, env, examine, stop } = await prepare(turn)
    const began = performance.now()
    await succeeds(args, env)
    times.push(performance.now() - began)
    expect(await examine()).toBe('all')
    await stop()
  }
  const found = { nothing: 0, all: 0 }
  for (let kill = 0; kill < kills; kill += 1) {
    const { args, env, examine, stop } = await prepare(kill)
    const time = times[kill % times.length] ?? millisecondsAlone
    await killedAfter((time * (kill + 1)) / (kills + 1), args, env)
    found[await examine()] += 1
    await stop()
  }
  process.stdout.write(
    `${what} killed at ${kills} moments: ${found.nothing} left nothing, ${found.all} all; starting again did the rest, and every row is there\n`,
  )
}

const given = <T>(list: readonly T[], turn: number): T => {
  const one = list[turn % list.length]
  if (one === undefined) throw new Error('there is none')
  return one
}

test(
  'a backup that is killed leaves no file that looks whole, and is made when it is started again',
  { timeout: 1_200_000 },
  () =>
    killAgainAndAgain('Backup', async (turn) => {
      const env = given(sources, turn)
      made += 1
      const file = files.path(`killed-${made}.backup`)
      return {
        args: ['backup', file],
        env,
        examine: async () => {
          const left = existsSync(file) ? 'all' : 'nothing'
          // The copy of a process that was killed between its file and its end goes with the next backup.
          const next = left === 'nothing' ? file : files.path(`next-${made}.backup`)
          await succeeds(['backup', next], env)
          expect(await sumsIn(file)).toEqual(await sumsIn(given(whole, turn)))
          expect(statSync(file).mode & 0o777).toBe(0o600)
          expect(readdirSync(dataDir).filter((name) => name.startsWith('copy-'))).toEqual([])
          return left
        },
        stop: () => rm(file),
      }
    }),
)

/** Of a place after a kill: nothing is in it, and `again` fills it; or all is there already. */
async function examinePlace(
  { settings }: { settings: Record<string, string> },
  again: () => Promise<{ code: number; said: string }>,
  of: string,
): Promise<'nothing' | 'all'> {
  const { code, said } = await again()
  if (code !== 0) expect(said).toMatch(/is not empty: it holds \d+ organizations|There is a database in .* already/)
  made += 1
  const file = files.path(`after-${made}.backup`)
  await succeeds(['backup', file], settings)
  expect(await sumsIn(file)).toEqual(await sumsIn(of))
  await rm(file)
  return code === 0 ? 'nothing' : 'all'
}

test(
  'a restore that is killed leaves nothing or all, and is done when it is started again',
  { timeout: 1_200_000 },
  () =>
    killAgainAndAgain('Restore', async (turn) => {
      const place = await emptyPlace(turn % 2 === 0)
      const of = given(whole, turn)
      const args = ['restore', of]
      const again = () => offerdesk(args, place.settings)
      return { args, env: place.settings, stop: place.stop, examine: () => examinePlace(place, again, of) }
    }),
)

test('of what a restore has committed a backup can be made, though it was killed before anything else', async ({
  skip,
}) => {
  const scratch = await scratchPostgres()
  if (scratch?.databaseUrl === undefined) return skip('there is no PostgreSQL')
  onTestFinished(() => scratch.stop())
  const [of = ''] = whole
  const client = new Client(scratch.databaseUrl)
  await client.connect()
  await fill(client, linesOf(of))
  await client.end()
  const file = files.path('committed.backup')
  await succeeds(['backup', file], settingsOf(scratch))
  expect(await sumsIn(file)).toEqual(await sumsIn(of))
})

test(
  'a move that is killed leaves the old place as it was, and is done when it is started again',
  { timeout: 1_200_000 },
  () =>
    killAgainAndAgain('Move', async (turn) => {
      const env = given(sources, turn)
      const place = await emptyPlace(turn % 2 === 0)
      const args = ['move', '--to', place.name]
      const again = () => offerdesk(args, env)
      return { args, env, stop: place.stop, examine: () => examinePlace(place, again, given(whole, turn)) }
    }),
)
