import { randomUUID } from 'node:crypto'
import { undoClosing } from '../engine/cleanup'
import { difference, disagreement } from '../engine/compare'
import type { Account, Ask, Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf } from '../engine/listing'
import { isAboutNow } from '../engine/moments'
import type { Run } from '../engine/run'
import { attempt, needsSecond } from '../engine/steps'
import { tenantIn } from '../engine/tenant'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { checkAgents } from './agents'
import { letIn } from './demandedSteps'
import { refuseDuties } from './duties'
import { whileHearing } from './events'
import { hidden } from './foreign'
import { beginWork, hasBegun, takeOver, workWith } from './handingOver'
import { checkLeaving } from './leaving'
import {
  readsOwnTimeline,
  verifyName,
  verifyOwnWork,
  verifyRole,
  verifyRoles,
  verifySeen,
  workOf,
} from './memberRecords'
import { lendPrograms, refundsUpToLimit, refuseOwnersDuties, seesOwnOrders } from './memberRights'
import { ownOrganization } from './ownOrganization'
import { refuseReads } from './reads'
import { save } from './savedRecords'
import { ownQuestion } from './savedReports'
import { ownView } from './savedViews'
import { shopOf } from './sellingBasics'
import { putsNobodyThrough } from './telephone'

const rule = 'members.out'
const ofTwo = ['saved.own', 'members.duties', 'members.settled'] as const
const noColleague = 'what is two people’s needs the second account in an organization of the first, as members.out does'

/** Owners let colleagues work and keep them out, and somebody stays who may change settings (AU-01). */
export async function checkMembers(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  const { secondEmail, secondPassword } = run.options
  const { second } = run
  if (second === undefined || secondEmail === undefined || secondPassword === undefined) {
    for (const one of [rule, ...ofTwo] as const) run.recorder.skip(one, needsSecond)
    return
  }
  try {
    if (run.lacks('members.list')) return
    await attempt(run, rule, async () => {
      const organizationId = await ownOrganization(run, rule)
      const colleague = { account: second, email: secondEmail, password: secondPassword }
      await letIn(run, organizationId, colleague)
      await new Team(run, world, organizationId, second).check()
      await attempt(run, rule, () => checkLeaving(run, world, colleague))
    })
  } finally {
    for (const one of ofTwo) if (!run.recorder.isApplied(one)) run.recorder.skip(one, noColleague)
    // The part about second steps has let them in already.
    await attempt(run, rule, async () => void (await undoClosing(run)))
  }
}

/** An organization with one owner and one agent. */
class Team {
  readonly #run: Run
  readonly #world: World
  readonly #organizationId: string
  readonly #agent: Account
  #programs: Account[] = []

  constructor(run: Run, world: World, organizationId: string, agent: Account) {
    this.#run = run
    this.#world = world
    this.#organizationId = organizationId
    this.#agent = agent
  }

  async check(): Promise<void> {
    const run = this.#run
    const owner = recordOf(await run.succeed(rule, 'users.me'))
    const agent = recordOf(await run.succeed(rule, 'users.me', { as: this.#agent }))
    await attempt(run, rule, () => this.#roles(owner, agent))
    await attempt(run, 'saved.own', () => this.#begun())
    await attempt(run, 'dashboard.queue', () => seesOwnOrders(run, this.#world, this.#organizationId, this.#agent))
    await attempt(run, 'refunds.cap', () => refundsUpToLimit(run, this.#organizationId, this.#agent))
    await attempt(run, 'members.duties', () =>
      checkAgents(run, this.#world, this.#organizationId, this.#agent, this.#programs[0]),
    )
    await attempt(run, rule, () => this.#disabled(owner, agent))
    await attempt(run, rule, () => this.#removed(owner, agent))
  }

  get #handedOver(): string {
    return `${this.#world.marker} handed over`
  }

  #to(userId: string): { params: { organizationId: string; userId: string } } {
    return { params: { organizationId: this.#organizationId, userId } }
  }

  /** What the list says of somebody; it says no more than reading them does. */
  async #is(userId: string, due: Fields, when: string): Promise<void> {
    const run = this.#run
    const { state } = due
    const listed = await run.succeed(rule, 'members.list', {
      params: { organizationId: this.#organizationId },
      query: { limit: '100', ...(typeof state === 'string' && { state }) },
    })
    const strange = rowsOf(listed).find((one) => state !== undefined && one['state'] !== state)
    run.verify(rule, listed, strange === undefined, `nobody who is not ${textOf(state)}`, textOf(strange?.['state']))
    const row = rowsOf(listed).find(({ id }) => id === userId)
    const read = await run.succeed(rule, 'members.get', this.#to(userId))
    const all: [Fields, Exchange][] = [
      [row ?? {}, listed],
      [recordOf(read), read],
    ]
    for (const [told, exchange] of all) {
      const wrong = Object.entries(due).find(([name, value]) => (told[name] ?? null) !== value)
      const said = wrong && `${wrong[0]} is ${JSON.stringify(told[wrong[0]])} instead of ${JSON.stringify(wrong[1])}`
      run.verify(rule, exchange, wrong === undefined, `a colleague ${when}`, said)
    }
    // Seen to the minute, they may be seen again between both.
    const differs = disagreement({ ...row, lastSeenAt: recordOf(read)['lastSeenAt'] }, recordOf(read))
    run.verify(rule, read, differs === undefined, 'a colleague as the list has them', differs)
    const list = { params: { organizationId: this.#organizationId } }
    const worksThere = await run.succeed(rule, 'organizations.members', list)
    const known = new Map(rowsOf(worksThere).map((one) => [one.id, one]))
    const told = row === undefined ? undefined : known.get(row.id)
    // Where nobody is said to be kept out or not, whoever is may be left out.
    const tellsWho = [...known.values()].some(({ isDisabled }) => typeof isDisabled === 'boolean')
    if (row === undefined || (told === undefined && row['state'] === 'disabled' && !tellsWho)) return
    const is = {
      name: told?.['name'],
      email: told?.['email'],
      changesSettings: told?.['role'] === 'owner',
      state: told?.['isDisabled'] === true ? 'disabled' : 'active',
    }
    const unlike = disagreement(is, row)
    run.verify(rule, worksThere, unlike === undefined, 'the same of a colleague as owners read', unlike)
  }

  /** Whether the agent can work in the organization now, and in their own as before. */
  async #works(does: boolean): Promise<void> {
    const run = this.#run
    const as = this.#agent
    const ask: Ask = { as, body: { organizationId: this.#organizationId, resource: 'campaigns', limit: 1, page: 1 } }
    if (does) await run.succeed(rule, 'search.search', ask)
    else await run.refuse(rule, 'search.search', { ...ask, isValid: true }, hidden)
    await run.succeed(rule, 'users.me', { as })
    const own = this.#world.second?.organizationId
    if (own === undefined) return
    await run.succeed(rule, 'search.search', {
      as,
      body: { organizationId: own, resource: 'campaigns', limit: 1, page: 1 },
    })
  }

  async #roles(owner: Row, agent: Row): Promise<void> {
    const run = this.#run
    const as = this.#agent
    await this.#is(owner.id, { changesSettings: true, isLastOwner: true, isSelf: true, state: 'active' }, 'who owns it')
    await this.#is(
      agent.id,
      { changesSettings: false, isLastOwner: false, isSelf: false, state: 'active' },
      'who sells',
    )
    const list = { params: { organizationId: this.#organizationId } }
    await run.refuse(rule, 'members.list', { ...list, as, isValid: true }, [403])
    await run.refuse(rule, 'members.get', { ...this.#to(owner.id), as, isValid: true }, [403, 404])
    await run.succeed(rule, 'members.get', { ...this.#to(agent.id), as })
    for (const [name, body] of [
      ['members.setRole', { role: 'owner' }],
      ['members.disable', {}],
      ['members.enable', {}],
      ['members.remove', {}],
    ] as const) {
      await run.refuse(rule, name, { ...this.#to(owner.id), as, body, isValid: true }, [403])
    }
    for (const [name, body] of [
      ['members.setRole', { role: 'agent' }],
      ['members.disable', {}],
      ['members.remove', {}],
    ] as const) {
      await run.refuse(rule, name, { ...this.#to(owner.id), body, isValid: true }, [409, 422])
    }
    await run.refuse(rule, 'members.leave', { ...list, body: {}, isValid: true }, [409, 422])
    await run.succeed(rule, 'members.setRole', { ...this.#to(agent.id), body: { role: 'owner' } })
    await this.#is(agent.id, { changesSettings: true, isLastOwner: false }, 'who owns it, too')
    await this.#is(owner.id, { isLastOwner: false }, 'who is one of two owners')
    await run.succeed(rule, 'members.list', { ...list, as })
    await attempt(run, rule, () => verifyRole(run, this.#organizationId, as, 'owner'))
    await attempt(run, rule, async () => {
      this.#programs = await lendPrograms(run, this.#world, this.#organizationId, as)
    })
    await run.succeed(rule, 'members.setRole', { ...this.#to(agent.id), body: { role: 'agent' } })
    await attempt(run, rule, () => verifyRoles(run, this.#to(agent.id).params))
    await attempt(run, rule, () => verifyRole(run, this.#organizationId, as, 'agent'))
    await run.refuse(rule, 'members.list', { ...list, as, isValid: true }, [403])
    await attempt(run, 'audit.timeline', () => readsOwnTimeline(run, this.#to(agent.id).params, as, owner.id))
    await attempt(run, rule, () => refuseOwnersDuties(run, this.#organizationId, this.#programs))
  }

  /** What one of them begins with, has mailed or has not shared is theirs alone. */
  async #begun(): Promise<void> {
    const run = this.#run
    const [organizationId, owner, agent] = [this.#organizationId, run.first, this.#agent]
    const [view, report] = ['savedViews', 'savedReports'] as const
    const name = `${this.#world.marker} of two`
    const make = async (saved: typeof view | typeof report, body: Fields & { name: string }) =>
      (await save(run, 'saved.own', saved, { account: owner }, { body }))[0].id
    const savedViewId = await make(view, ownView(organizationId, name))
    const savedReportId = await make(report, { organizationId, name, question: ownQuestion })
    const shows = async (saved: typeof view | typeof report, id: string, as: Account, due: Fields | undefined) => {
      const listed = await run.succeed('saved.own', `${saved}.list`, { as, query: { organizationId } })
      const row = rowsOf(listed).find((one) => one.id === id)
      const wrong = Object.entries(due ?? {}).find(([field, value]) => row?.[field] !== value)
      const isRight = due === undefined ? row === undefined : row !== undefined && wrong === undefined
      const said = JSON.stringify(
        row && due ? Object.fromEntries(Object.keys(due).map((of) => [of, row[of]])) : row?.id,
      )
      run.verify('saved.own', listed, isRight, due ? `${JSON.stringify(due)} of ${name}` : 'nothing unshared', said)
    }
    const change = (call: string, as: Account, body: Fields) =>
      run.succeed('saved.own', call, {
        as,
        params: call.startsWith(view) ? { savedViewId } : { savedReportId },
        body,
      })
    await shows(view, savedViewId, agent, undefined)
    await change(`${view}.share`, owner, { isShared: true })
    for (const [one, other] of [
      [owner, agent],
      [agent, owner],
    ] as const) {
      await change(`${view}.setDefault`, one, { isDefault: true })
      await change(`${report}.mail`, one, { isMailed: true })
      await shows(view, savedViewId, one, { isDefault: true })
      await shows(view, savedViewId, other, { isDefault: false })
      await shows(report, savedReportId, one, { isMailed: true })
      await shows(report, savedReportId, other, { isMailed: false })
      await change(`${view}.setDefault`, one, { isDefault: false })
      await change(`${report}.mail`, one, { isMailed: false })
    }
    await run.succeed('saved.own', `${view}.delete`, { params: { savedViewId } })
    await run.succeed('saved.own', `${report}.delete`, { params: { savedReportId } })
  }

  /** What somebody has begun goes to a colleague, and they are out until they are let in again. */
  async #disabled(owner: Row, agent: Row): Promise<void> {
    const run = this.#run
    const organizationId = this.#organizationId
    const out = this.#to(agent.id)
    const work = async () => workOf(recordOf(await run.succeed(rule, 'members.get', out)))
    const before = await work()
    const begun = await beginWork(run, organizationId, this.#agent, { title: this.#handedOver, isTalked: true })
    await attempt(run, rule, () => verifySeen(run, out.params))
    const refused = await run.refuse(rule, 'members.disable', { ...out, body: {}, isValid: true }, [422])
    const wrong = difference(workWith(before, begun), await work())
    run.verify(rule, refused, wrong === undefined, 'the work that somebody has to go on with', wrong)
    for (const handOverTo of [agent.id, randomUUID()]) {
      await run.refuse(rule, 'members.disable', { ...out, body: { handOverTo }, isValid: true }, [404, 409, 422])
    }
    // Whoever is out is no owner whom others could rely on.
    await run.succeed(rule, 'members.setRole', { ...out, body: { role: 'owner' } })
    const disabled = await whileHearing(run, rule, { organizationId, account: this.#agent }, () =>
      run.succeed(rule, 'members.disable', { ...out, body: { handOverTo: owner.id } }),
    )
    await this.#is(agent.id, { state: 'disabled' }, 'who is kept out')
    await this.#is(owner.id, { isLastOwner: true }, 'who is the only owner that is not kept out')
    const leaving = { params: { organizationId }, body: {}, isValid: true }
    await run.refuse(rule, 'members.leave', leaving, [409, 422])
    const { disabledAt, disabledByName } = recordOf(await run.succeed(rule, 'members.get', out))
    const isTold = isAboutNow(disabledAt) && disabledByName === owner['name']
    run.verify(rule, disabled, isTold, `since when and by whom, ${textOf(owner['name'])}`, textOf(disabledByName))
    await this.#programIsOut()
    await this.#works(false)
    await refuseReads(run, rule, organizationId, this.#agent)
    await attempt(run, rule, () => this.#doesNothing())
    await attempt(run, 'telephone.calls', () => putsNobodyThrough(run, this.#world, organizationId, agent.id))
    const theirs = await run.succeed(rule, 'organizations.list', { as: this.#agent })
    const isTheirs = rowsOf(theirs).some(({ id }) => id === organizationId)
    run.verify(rule, theirs, !isTheirs, 'no organization that they are kept out of')
    await verifyOwnWork(run, organizationId)
    await attempt(run, rule, () => takeOver(run, organizationId, begun))
    await run.refuse(rule, 'members.disable', { ...out, body: {}, isValid: true }, [409, 422])
    await run.succeed(rule, 'members.enable', { ...out, body: {} })
    const again = { state: 'active', changesSettings: true, disabledAt: null, disabledByName: null }
    await this.#is(agent.id, again, 'who is let in again')
    await run.succeed(rule, 'members.setRole', { ...out, body: { role: 'agent' } })
    await run.refuse(rule, 'members.enable', { ...out, body: {}, isValid: true }, [409, 422])
    await this.#works(true)
  }

  /** Who is kept out does nothing there any more, by whichever call. */
  async #doesNothing(): Promise<void> {
    const run = this.#run
    const place = { ...this.#world, first: await tenantIn(run, this.#world.first, this.#organizationId) }
    const shop = await shopOf(run, place, place.first)
    await refuseDuties(run, place, { shop, as: this.#agent, rule, isTheirs: () => false, refusals: hidden })
  }

  async #programIsOut(): Promise<void> {
    const query = { organizationId: this.#organizationId }
    for (const as of this.#programs)
      await this.#run.refuse(rule, 'campaigns.kinds', { as, query, isValid: true }, hidden)
  }

  async #removed(owner: Row, agent: Row): Promise<void> {
    const run = this.#run
    const [organizationId, to] = [this.#organizationId, this.#to(agent.id)]
    const begun = await beginWork(run, organizationId, this.#agent, { title: this.#handedOver })
    if (hasBegun(begun)) await run.refuse(rule, 'members.remove', { ...to, body: {}, isValid: true }, [422])
    await run.succeed(rule, 'members.remove', { ...to, body: hasBegun(begun) ? { handOverTo: owner.id } : {} })
    await attempt(run, rule, () => takeOver(run, organizationId, begun))
    await this.#works(false)
    await this.#programIsOut()
    const params = { organizationId: this.#organizationId }
    const listed = await run.succeed(rule, 'members.list', { params, query: { limit: '100' } })
    const isLeft = rowsOf(listed).some(({ id }) => id === agent.id)
    run.verify(rule, listed, !isLeft, 'nobody who was removed')
    await run.refuse(rule, 'members.get', { ...this.#to(agent.id), isValid: true }, hidden)
    await attempt(run, rule, () => verifyName(run, this.#organizationId, agent))
  }
}
