import { notifyManager } from '@tanstack/react-query'
import fc from 'fast-check'
import { type AnyActorRef, createActor, fromCallback, setup, SimulatedClock } from 'xstate'
import { beforeAll, expect, test } from 'vitest'
import type { Offer } from '../../contract/offers'
import { createRecordQuery } from '../../machines/record/recordQuery.machine'
import { flows, type OpenEvent } from '../../machines/flows'
import { changeFeedMachine } from '../../machines/session/changeFeed.machine'
import { createDataTable, type TableRequest } from '../../machines/table/dataTable.machine'
import { withPending } from '../../machines/pendingChanges'
import { type ApiOptions, createApi } from '../../src/data/api'
import { queryActor } from '../../src/data/cache'
import type { Campaign } from '../../contract/campaigns'
import { readCampaign } from '../../src/data/resources/campaigns'
import { readRows } from '../../src/data/resources/search'
import { createToasts } from '../../src/app/toasts'
import { wireWorkspace } from '../../src/app/workspace'

beforeAll(async () => {
  notifyManager.setScheduler(queueMicrotask)
  // The code of the flows is there, so that opening one waits for nothing.
  await Promise.all([import('../../src/app/flowEffects'), ...Object.values(flows).map((load) => load())])
})

type Outcome = 'answered' | 'refused' | 'lost'

/** A call on its way: it reaches the server at one moment, and its answer comes back, or not, at another. */
interface OnItsWay {
  reach: () => void
  settle: (outcome: Outcome) => void
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const changed = (offer: Offer, fields: object): Offer => ({ ...offer, ...fields, version: (offer.version ?? 0) + 1 })

/** The server as small as it can be: offers in an order, one campaign, and calls that wait for the test. */
class ModelServer {
  offers: Offer[] = Array.from({ length: 7 }, (_, index) => ({
    id: `off_${index}`,
    displayName: `Offer ${index}`,
    basePrice: 10,
    version: 1,
  }))
  campaign = { id: 'cmp_1', name: 'Campaign 0' }
  waiting: OnItsWay[] = []
  /** What was asked for, such as `PUT /offers/off_1`. */
  asked: string[] = []

  fetch: typeof fetch = (input, init) =>
    new Promise((resolve, reject) => {
      const url = input instanceof Request ? input.url : input.toString()
      const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, never>) : {}
      this.asked.push(`${init?.method ?? 'GET'} ${url.slice(url.indexOf('/v1') + 3)}`)
      let answer: Response | undefined
      const call: OnItsWay = {
        reach: () => (answer ??= this.#take(init?.method ?? 'GET', url, body)),
        settle: (outcome) => {
          this.waiting = this.waiting.filter((other) => other !== call)
          if (outcome === 'refused') return resolve(answer ?? json({ message: 'refused' }, 500))
          call.reach()
          if (outcome === 'lost') reject(new TypeError('fetch failed'))
          else if (answer) resolve(answer)
        },
      }
      init?.signal?.addEventListener('abort', () => {
        this.waiting = this.waiting.filter((other) => other !== call)
        reject(new DOMException('aborted', 'AbortError'))
      })
      this.waiting.push(call)
    })

  page({ pageIndex, pageSize }: TableRequest): Offer[] {
    return this.offers.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize)
  }

  #take(method: string, url: string, body: Record<string, never>): Response {
    if (url.endsWith('/search')) {
      const request = {
        q: '',
        pageIndex: Number(body['page']) - 1,
        pageSize: Number(body['limit']),
        sort: undefined,
        filters: {},
      }
      return json({ data: this.page(request), meta: { total: this.offers.length } })
    }
    if (url.includes('/campaigns/')) {
      if (method === 'PUT') this.campaign = { ...this.campaign, ...body }
      return json({ data: this.campaign })
    }
    const id = url.split('/').at(-1)
    if (!this.offers.some((offer) => offer.id === id)) return json({ message: 'gone' }, 404)
    if (method === 'DELETE') this.offers = this.offers.filter((offer) => offer.id !== id)
    else this.offers = this.offers.map((offer) => (offer.id === id ? changed(offer, body) : offer))
    const data = this.offers.find((offer) => offer.id === id) ?? {}
    return json({ success: true, message: 'done', data })
  }
}

/** The app without its components: real client, cache, actors and machines. */
function startApp() {
  const server = new ModelServer()
  const clock = new SimulatedClock()
  const options: ApiOptions = {
    baseUrl: 'http://model',
    extensions: false,
    getToken: () => 'token',
    fetch: server.fetch,
  }
  const api = createApi(options)
  const noSession = () => {
    throw new Error('there is no session')
  }
  const workspaceMachine = wireWorkspace({
    api,
    connection: { whenOnline: () => Promise.resolve(), reason: () => undefined },
    changeFeed: changeFeedMachine.provide({
      actors: { changeStream: fromCallback(() => {}), feedReasons: fromCallback(() => {}) },
    }),
    toasts: createToasts(() => undefined),
    openPage: () => undefined,
    loadDialog: () => Promise.resolve(),
    sessionRef: noSession,
  })
  // In place of the session, which the workspace tells what may have changed of the organizations.
  const session = createActor(
    setup({
      types: { children: {} as { workspace: 'workspace' } },
      actors: { workspace: workspaceMachine },
    }).createMachine({ invoke: { src: 'workspace', id: 'workspace', input: { organizationId: 'org_1' } } }),
    { clock },
  ).start()
  const { workspace } = session.getSnapshot().children
  if (!workspace) throw new Error('no workspace')
  const source = { organizationId: 'org_1', resource: 'offers' as const, within: {} }
  const table = createActor(
    createDataTable<Offer>().provide({
      actors: {
        rowsQuery: queryActor(api.queryClient, ({ request }: { request: TableRequest }) =>
          readRows(api, source, request),
        ),
        addressChanges: fromCallback(() => {}),
      },
      actions: {
        shareRows: (_, { rows }) => queueMicrotask(() => workspace.send({ type: 'records.read', records: rows })),
      },
    }),
    {
      clock,
      input: { request: { q: '', pageIndex: 0, pageSize: 3, sort: undefined, filters: {} } },
    },
  ).start()
  const campaign = createActor(
    createRecordQuery<Campaign>().provide({
      actors: {
        recordQuery: queryActor(api.queryClient, () => readCampaign(api, 'cmp_1')),
        pollingReasons: fromCallback(() => {}),
      },
    }),
    { clock, input: { organizationId: 'org_1' } },
  ).start()
  const changes = () => workspace.getSnapshot().context.changes
  return {
    server,
    clock,
    workspace,
    table,
    changes,
    flows: () => workspace.getSnapshot().context.flows,
    rows: () => withPending(table.getSnapshot().context.rows, 'offers', changes()),
    campaign: () => {
      const read = campaign.getSnapshot().context.record
      return read && withPending([read], 'campaigns', changes())[0]
    },
    stop: () => {
      for (const actor of [table, campaign, session]) actor.stop()
      api.queryClient.clear()
    },
  }
}
type App = ReturnType<typeof startApp>

/** Lets everything happen that does not wait for the server or the clock. */
async function settled() {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

type Step =
  | { do: 'edit'; row: number; price: number }
  | { do: 'delete'; row: number }
  | { do: 'rename'; name: number }
  | { do: 'page'; pageIndex: number }
  | { do: 'pass'; milliseconds: number }
  | { do: 'reach'; call: number }
  | { do: 'settle'; call: number; outcome: Outcome }

const outcome = fc.constantFrom<Outcome>('answered', 'answered', 'refused', 'lost')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('edit' as const), row: fc.nat(6), price: fc.integer({ min: 11, max: 99 }) }),
  fc.record({ do: fc.constant('delete' as const), row: fc.nat(6) }),
  fc.record({ do: fc.constant('rename' as const), name: fc.nat(99) }),
  fc.record({ do: fc.constant('page' as const), pageIndex: fc.nat(2) }),
  fc.record({ do: fc.constant('pass' as const), milliseconds: fc.constantFrom(3_000, 10_000) }),
  fc.record({ do: fc.constant('reach' as const), call: fc.nat(9) }),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settle' as const), call: fc.nat(9), outcome }) },
)

/** Opens a flow, does something in its dialog and submits it. */
async function submit(app: App, opened: OpenEvent, fields?: object) {
  app.workspace.send(opened)
  await settled()
  // What is sent is what the dialog of this very flow sends.
  const flow = app.flows().at(-1)?.ref as AnyActorRef | undefined
  if (fields) flow?.send({ type: 'field.change', fields })
  flow?.send({ type: 'dialog.submit' })
}

async function take(app: App, one: Step) {
  const { server, rows } = app
  const shown = rows()
  const offer = 'row' in one ? shown[one.row % Math.max(1, shown.length)] : undefined
  const call = 'call' in one ? server.waiting[one.call % Math.max(1, server.waiting.length)] : undefined
  switch (one.do) {
    case 'edit':
      return (
        offer &&
        submit(
          app,
          { type: 'open.offerEdit', recordId: offer.id, input: { offer, place: null } },
          { basePrice: String(one.price) },
        )
      )
    case 'delete': {
      if (!offer) return
      const { id, displayName: name } = offer
      return submit(app, { type: 'open.recordDelete', recordId: id, input: { id, resource: 'offers', name } })
    }
    case 'rename': {
      const campaign = app.campaign()
      const fields = { name: `Campaign ${one.name}` }
      return campaign && submit(app, { type: 'open.campaignEdit', recordId: campaign.id, input: { campaign } }, fields)
    }
    case 'page':
      return app.table.send({ type: 'page.change', pageIndex: one.pageIndex, pageSize: 3 })
    case 'pass':
      return app.clock.increment(one.milliseconds)
    case 'reach':
      return call?.reach()
    case 'settle':
      return call?.settle(one.outcome)
  }
}

/** What must hold at every moment, whatever is on its way. */
function expectPendingShown(app: App) {
  const shown = app.rows()
  const last = new Map<string, object>()
  for (const change of app.changes()) {
    if (change.kind === 'remove') expect(shown.some(({ id }) => id === change.id)).toBe(false)
    if (change.kind === 'merge') last.set(change.id, { ...last.get(change.id), ...change.fields })
  }
  for (const [id, fields] of last) {
    const record = id === 'cmp_1' ? app.campaign() : shown.find((offer) => offer.id === id)
    if (record) expect(record).toMatchObject(fields)
  }
  // Each pending change belongs to a flow or a reread under way: a rollback takes its own change, and only that.
  const underWay = Object.keys(app.workspace.getSnapshot().children)
  expect(app.changes().filter(({ changeId, rereadId = changeId }) => !underWay.includes(rereadId))).toEqual([])
}

/** Answers every call, and every call that comes of it. */
async function answerAll(app: App) {
  do {
    for (const call of app.server.waiting) call.settle('answered')
    await settled()
  } while (app.server.waiting.length > 0)
}

async function expectConverged(app: App) {
  for (let round = 0; round < 40; round += 1) {
    app.workspace.send({ type: 'screen.leave' })
    await answerAll(app)
    if (Object.keys(app.workspace.getSnapshot().children).length === 0) break
    app.clock.increment(3_000)
    await settled()
  }
  // One poll later, as the campaign is read every ten seconds.
  app.clock.increment(10_000)
  await settled()
  // A table that failed to load says so and offers to try again.
  if (app.table.getSnapshot().matches({ rows: { querying: 'failed' } })) app.table.send({ type: 'rows.retry' })
  await settled()
  await answerAll(app)
  expect(Object.keys(app.workspace.getSnapshot().children)).toEqual(['changeFeed'])
  expect(app.flows()).toEqual([])
  expect(app.changes()).toEqual([])
  expect(app.campaign()).toEqual(app.server.campaign)
  expect(app.rows()).toEqual(app.server.page(app.table.getSnapshot().context.request))
}

test('EO-04 EO-06 after an update the list is read again, and nothing that the answer has told', async () => {
  const app = startApp()
  await settled()
  await answerAll(app)
  const [offer] = app.rows()
  if (!offer) throw new Error('no offer')
  await submit(app, { type: 'open.offerEdit', recordId: offer.id, input: { offer, place: null } }, { basePrice: '12' })
  await settled()
  app.server.asked = []
  for (const call of app.server.waiting) call.settle('answered')
  await settled()
  // The list is still on its way; its row is what the update was answered with.
  expect(app.table.getSnapshot().context.rows[0]).toMatchObject({ basePrice: 12, version: 2 })
  await answerAll(app)
  expect(app.server.asked).toEqual(['POST /search'])
  await submit(app, {
    type: 'open.recordDelete',
    recordId: offer.id,
    input: { id: offer.id, resource: 'offers', name: 'Offer 0' },
  })
  await settled()
  app.server.asked = []
  await answerAll(app)
  expect(app.server.asked.toSorted()).toEqual(['GET /campaigns/cmp_1?withMembers=true', 'POST /search'])
  app.stop()
})

/** `npm run figures -- schedules` asks for more. */
const schedules = Number(process.env['SCHEDULES'] ?? 80)

test(
  'EO-09 CD-06 whatever succeeds, fails or is lost in whatever order, the screen ends with what the server holds',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const app = startApp()
        try {
          await settled()
          for (const call of app.server.waiting) call.settle('answered')
          await settled()
          for (const one of steps) {
            await take(app, one)
            await settled()
            expectPendingShown(app)
          }
          await expectConverged(app)
        } finally {
          app.stop()
        }
      }),
      { numRuns: schedules },
    )
    console.log(`${schedules} schedules of 5 to 40 steps: every one ended with what the server holds`)
  },
  60_000 + schedules * 500,
)
