import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { atEnd, ownFolder, run } from './ends'
import { openFloor, owner, ownPostgres } from './floor'
import { Load, shown } from './load'
import { builtProduct, offerdesk, settingsFor } from './product'
import { openStand } from './selling'

// The nodes of the version before go on over the new tables and are started anew one after the other, under load:
// `npm run figures -- upgrade`. What goes before the newest migration is the version before, unless --from names a commit.

const { values } = parseArgs({ options: { from: { type: 'string' }, seconds: { type: 'string', default: '6' } } })
const say = (text: string) => process.stdout.write(`${text}\n`)
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const people = 6
const perSecond = 3

const migrations = (folder: string) =>
  readdirSync(join(folder, 'server/db/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()

function commitBefore(): string {
  const newest = migrations('.').at(-1) ?? ''
  return `${git('log', '-1', '--diff-filter=A', '--format=%h', '--', `server/db/migrations/${newest}`)}^`
}

await run(async () => {
  const commit = git('rev-parse', '--short', values.from ?? commitBefore())
  const root = ownFolder('upgrade')
  const source = join(root, 'source')
  git('worktree', 'add', '--quiet', '--detach', source, commit)
  atEnd(() => {
    rmSync(join(source, 'node_modules'), { force: true })
    git('worktree', 'remove', '--force', source)
  })
  symlinkSync(resolve('node_modules'), join(source, 'node_modules'))
  const [before, after] = [builtProduct(source, join(root, 'before')), builtProduct('.', join(root, 'after'))]
  const known = migrations(source)
  const fresh = migrations('.').filter((name) => !known.includes(name))
  say(`From ${commit}, without ${fresh.join(', ') || 'no migration'}, to the version that is here`)

  const postgres = await ownPostgres()
  const databaseUrl = postgres.url('offerdesk', 'offerdesk')
  const { nodes, worker, asker } = await openFloor(before, databaseUrl)
  const stand = await openStand(asker, owner)
  const load = new Load(asker)
  const working = Promise.all(Array.from({ length: people }, () => load.work(stand, perSecond)))
  const faultsNow = () => [...load.faults.values()].reduce((sum, count) => sum + count, 0)
  const phase = async (about: string, work: () => Promise<void> | void) => {
    const [from, count, faults] = [performance.now(), load.count, faultsNow()]
    await work()
    const times = [...load.times.values()].flat().filter(({ at }) => at >= from)
    const line = `${String(load.count - count).padStart(5)} requests  ${shown(times.map(({ took }) => took))}`
    say(`  ${about.padEnd(38)} ${line}  ${faultsNow() - faults} failed`)
  }
  const while_ = () => delay(Number(values.seconds) * 1_000)
  await phase('old nodes, old tables', while_)
  await phase('offerdesk migrate of the new version', async () => {
    say(`  ${(await offerdesk(after, ['migrate'], settingsFor(databaseUrl))).trim()}`)
  })
  await phase('old nodes, new tables', while_)
  for (const [index, node] of nodes.entries()) {
    await phase(`node ${index + 1} is started anew`, async () => {
      await node.stop()
      await node.start(after)
      await delay(1_000)
    })
  }
  await worker.stop()
  worker.begin(after, 'worker')
  await phase('new nodes, new tables', while_)
  load.isOver = true
  await working
  for (const [what, count] of load.faults) say(`  ${count} × ${what}`)
  const warnings = [...nodes, worker].flatMap(({ said }) => said.match(/"level":[45]0\b.*"msg":"[^"]*"/g) ?? [])
  for (const line of new Set(warnings)) say(`  logged: ${line.slice(0, 300)}`)
  say(`${load.count} requests, ${faultsNow()} dropped or refused; ${warnings.length} warnings in the logs`)
  if (load.faults.size > 0) process.exitCode = 1
})
