import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt, lookAgain } from '../engine/steps'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { emptyName, ownOrganization } from './ownOrganization'
import { checkKey, notNow } from './sellingBasics'

const rule = 'archives.parts'

/** An archive comes part by part, each counted once however often it is sent, until it is given up; it is never taken. */
export async function checkArchives(run: Run, world: World): Promise<void> {
  if (!run.isFull || run.lacks('archives.create')) return
  await attempt(run, rule, async () => {
    const query = { organizationId: await ownOrganization(run, rule, emptyName) }
    const list = () => run.succeed(rule, 'archives.list', { query })
    const { meta } = (await list()).json as { meta?: { whyNot?: unknown } }
    if (typeof meta?.whyNot === 'string') {
      return run.recorder.skip(rule, `the check’s own organization for it takes none: ${meta.whyNot}`)
    }

    await attempt(run, rule, async () => {
      const { organizationId, campaigns } = world.first
      const full = await run.succeed(rule, 'archives.list', { query: { organizationId } })
      const { whyNot } = (full.json as { meta?: { whyNot?: unknown } }).meta ?? {}
      const isWhy = campaigns.length === 0 || typeof whyNot === 'string'
      run.verify(rule, full, isWhy, 'why an organization with campaigns takes no archive over, in meta.whyNot')
    })
    const { marker } = world
    const parts = ['an archive ', 'that is ', 'none'].map((part) => Buffer.from(`${marker} ${part}`))
    const whole = Buffer.concat(parts)
    const bytes = whole.length
    const body = { ...query, name: `${marker}.archive`, bytes }
    const ask = { body, headers: { 'idempotency-key': `${marker}-archive` } }
    const created = await run.succeed(rule, 'archives.create', ask)
    const { id } = recordOf(created)
    run.journal.add({ what: 'nothing', left: `archive ${id}: it is given up, as no call deletes it` })
    const shows = async (exchange: Exchange, due: Fields) => {
      const listed = rowsOf(await list()).find((row) => row.id === id) ?? {}
      for (const told of [recordOf(exchange), listed]) {
        const wrong = difference(due, told)
        run.verify(rule, exchange, wrong === undefined, `${JSON.stringify(due)}, in the list too`, wrong)
      }
    }
    await shows(created, { name: body.name, bytes, received: 0, state: 'open' })
    await checkKey(run, 'archives.create', ask, created, { ...body, bytes: bytes + 1 })
    const params = { archiveId: id }
    const add = (place: number, content: Buffer) => ({
      params,
      body: { place, content: content.toString('base64') },
      isValid: true,
    })
    let place = 0
    for (const part of parts) {
      await run.refuse(rule, 'archives.addPart', add(place + 1, part), notNow)
      await run.refuse(rule, 'archives.addPart', add(place, Buffer.alloc(bytes - place + 1, 'x')), notNow)
      await run.refuse(rule, 'archives.take', { params, body: {}, isValid: true }, [409])
      const received = place + part.length
      // Whoever has lost the answer sends it again.
      for (const exchange of [await sent(run, add(place, part)), await sent(run, add(place, part))]) {
        await shows(exchange, { received, state: 'open' })
      }
      place = received
      if (place === bytes) break
      // What overlaps has come as far as it has come already; whether the rest of it counts is not said.
      const over = await sent(run, add(place - 2, whole.subarray(place - 2, place + 1)))
      const told = recordOf(over)['received']
      const isRight = told === place || told === place + 1
      run.verify(rule, over, isRight, `${place} or ${place + 1} bytes received, as a part may overlap`, String(told))
      if (told !== place) break
    }
    await shows(await run.succeed(rule, 'archives.giveUp', { params, body: {} }), { state: 'given_up' })
    await run.refuse(rule, 'archives.addPart', add(0, Buffer.from('x')), notNow)
    await run.refuse(rule, 'archives.take', { params, body: {}, isValid: true }, notNow)
    await attempt(run, rule, () => checkTaken(run, query.organizationId, marker))
  })
}

/** Looks at an archive that is taken over, at most. */
const mostLooks = 40

/** Of two that are begun the first is given up, and what is no archive is never taken over. */
async function checkTaken(run: Run, organizationId: string, marker: string): Promise<void> {
  const content = Buffer.from(`${marker} is no archive`)
  const begin = async (name: string, bytes: number) => {
    const body = { organizationId, name: `${marker}-${name}.archive`, bytes }
    const { id } = recordOf(await run.succeed(rule, 'archives.create', { body }))
    run.journal.add({ what: 'nothing', left: `archive ${id}: it is not taken over, and no call deletes it` })
    return id
  }
  const [former, latter] = [await begin('former', 1), await begin('latter', content.length)]
  const stateOf = async (id: string) => {
    const exchange = await run.succeed(rule, 'archives.list', { query: { organizationId } })
    return { exchange, row: rowsOf(exchange).find((one) => one.id === id) }
  }
  const { exchange, row } = await stateOf(former)
  const isGivenUp = row?.['state'] === 'given_up'
  run.verify(rule, exchange, isGivenUp, 'an archive given up, as another is begun', textOf(row?.['state']))
  run.verify(rule, exchange, row?.['bytes'] === 1, 'an archive of one byte', textOf(row?.['bytes']))
  const params = { archiveId: latter }
  await sent(run, { params, body: { place: 0, content: content.toString('base64') } })
  const statuses = [200, 400, 409, 422]
  const taken = await run.ask('archives.take', { params, body: {}, isValid: false, alsoDeclared: statuses })
  run.verify(rule, taken, statuses.includes(taken.status), 'an archive that is tried, or refused as it is none')
  if (taken.status === 200) await hasFailed(run, () => stateOf(latter))
  else await run.succeed(rule, 'archives.giveUp', { params, body: {} })
}

async function hasFailed(run: Run, stateOf: () => Promise<{ exchange: Exchange; row: Row | undefined }>) {
  const often = { looks: mostLooks, pause: 250 }
  const now = await lookAgain(run, often, stateOf, ({ row }) => row?.['state'] !== 'taking')
  const { state, failure }: Fields = now.row ?? {}
  const isWhy = typeof failure === 'string' && failure !== ''
  run.verify(rule, now.exchange, state === 'failed' && isWhy, 'an archive that is none failed, and why', textOf(state))
}

const sent = (run: Run, ask: object) => run.succeed(rule, 'archives.addPart', ask)
