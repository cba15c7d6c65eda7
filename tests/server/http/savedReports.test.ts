import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SavedReport } from '../../../contract/extensions/savedReports'
import { memberships } from '../../../server/db/schema/organizations'
import { reportMails } from '../../../server/db/schema/savedReports'
import { users } from '../../../server/db/schema/users'
import { mailDueReports } from '../../../server/reports/weekly'
import { demo, type Known, knownOf, rival, type Started, startSomewhere } from './start'

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const seller = 'miles.carter@offerdesk.example'
const question = { measures: ['sales', 'orders'], dimensions: ['agent'], period: 'last30', compare: 'previous' }
const dataOf = <Data>({ body }: { body: { data?: Data } | object }) => (body as { data: Data }).data

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  let owner = ''
  let agent = ''
  let known: Known

  const save = async (name: string, more: object = {}) =>
    call('POST', '/saved-reports', { token: owner, body: { organizationId: known.orgId, name, question, ...more } })
  const listed = async (token: string) =>
    dataOf<SavedReport[]>(await call('GET', `/saved-reports?organizationId=${known.orgId}`, { token }))
  const subscribe = (id: string, token: string, isMailed = true) =>
    call('PUT', `/saved-reports/${id}/mail`, { token, body: { isMailed } })
  const mailed = () =>
    database.system(async (tx) => {
      const { rows } = await tx.execute<{ to: string; text: string }>(
        sql`select payload ->> 'to' as to, payload ->> 'text' as text from outbox
          where payload ->> 'subject' like 'Weekly %' order by created_at`,
      )
      return rows
    })
  const due = (days = 0) =>
    database.tenant(known.orgId, async (tx) => {
      await tx.update(reportMails).set({ nextAt: new Date(Date.now() - days * 86_400_000 - 1_000) })
    })
  const log: string[] = []
  const round = () =>
    mailDueReports({
      database,
      publicUrl: 'https://desk.example',
      now: () => new Date(),
      log: (message) => void log.push(message),
    })

  beforeEach(async () => {
    owner = await server.login(demo)
    agent = await server.login(seller)
    known = await knownOf(server, owner)
    await database.system((tx) => tx.execute(sql`delete from outbox where payload ->> 'subject' like 'Weekly %'`))
    await database.tenant(known.orgId, (tx) => tx.execute(sql`delete from saved_reports`))
  })

  test('RP-01 a report is saved for everybody of the organization, changed upon its version, and deleted', async () => {
    const { id, version } = dataOf<SavedReport>(await save('Agents'))
    expect(await listed(agent)).toMatchObject([{ id, name: 'Agents', question, isMailed: false }])
    const stranger = await server.login(rival)
    expect((await call('PUT', `/saved-reports/${id}`, { token: stranger, body: { name: 'Mine' } })).status).toBe(404)
    const rename = (name: string) =>
      call('PUT', `/saved-reports/${id}`, { token: agent, body: { name }, headers: { 'if-match': `"${version}"` } })
    expect((await rename('By agent')).status).toBe(200)
    expect((await rename('Late')).status).toBe(409)
    for (const unfit of [{ name: ' ' }, { question: { ...question, measures: ['luck'] } }]) {
      expect((await save('Unfit', unfit)).status).toBe(422)
    }
    // What no report can be is not saved either, and refused in the same words.
    const days = (from: string, to: string) => ({ ...question, period: 'days', from, to })
    for (const [path, message, unfit] of [
      ['name', 'Name is required', { name: '\u200b\u2060' }],
      ['question.measures', 'Choose at least one figure', { question: { ...question, measures: [] } }],
      ['question.dimensions', "Sales can't be split by offer", { question: { ...question, dimensions: ['offer'] } }],
      ['question.dimensions', 'Month is chosen twice', { question: { ...question, dimensions: ['month', 'month'] } }],
      [
        'question.filters',
        "Sales can't be narrowed by offer",
        { question: { ...question, filters: { offerId: ['none'] } } },
      ],
      ['question.from', 'Choose the first and the last day', { question: { ...question, period: 'days' } }],
      ['question.to', 'The period ends before it begins', { question: days('2026-05-01', '2026-01-01') }],
      ['question.from', 'Choose days from 1900 to 2999', { question: days('0001-01-01', '9999-12-31') }],
      [
        'question.dimensions',
        'By day that would be 36,525 lines. Choose months, or a shorter period.',
        { question: { ...days('1926-01-01', '2025-12-31'), dimensions: ['day'] } },
      ],
    ] as const) {
      const refused = { status: 422, body: { error: { details: [{ path: `body.${path}`, message }] } } }
      expect({ unfit, ...(await save('Unfit', unfit)) }).toMatchObject({ unfit, ...refused })
    }
    expect((await call('DELETE', `/saved-reports/${id}`, { token: owner })).status).toBe(200)
    expect(await listed(owner)).toEqual([])
  })

  test('RP-01 it is mailed once on a Monday, by however many nodes, as a table with a link', async () => {
    const narrowed = { ...question, filters: { agentId: ['none'] } }
    const { id } = dataOf<SavedReport>(await save('Weekly agents', { question: narrowed }))
    expect(dataOf<SavedReport>(await subscribe(id, owner)).isMailed).toBe(true)
    expect((await listed(agent))[0]?.isMailed).toBe(false)
    const [{ at } = { at: '' }] = await database.tenant(
      known.orgId,
      async (tx) =>
        (
          await tx.execute<{ at: string }>(sql`
            select to_char(next_at at time zone time_zone, 'ID HH24:MI') as at
            from report_mails join organizations on organizations.id = org_id`)
        ).rows,
    )
    expect(at).toBe('1 07:00')
    await round()
    expect(await mailed()).toEqual([])
    await due()
    await Promise.all([round(), round(), round()])
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.to).toBe(demo)
    expect(mail?.text).toMatch(/^Agent +Sales +Orders$/m)
    expect(mail?.text).toMatch(/^Total +\$[\d,.]+ +\d+$/m)
    expect(mail?.text).toMatch(/^Agent: Nobody$/m)
    expect(mail?.text).toMatch(/https:\/\/desk\.example\/reports\?.*agentId=none/)
    await round()
    expect(await mailed()).toHaveLength(1)
    expect(log).toEqual([])
  })

  test('RP-01 ST-02 a mail has what its reader sees, and whoever is disabled or has left gets none', async () => {
    const { id } = dataOf<SavedReport>(await save('Weekly of all'))
    await subscribe(id, agent)
    const settle = (seesAllOrders: boolean) =>
      call('PUT', `/organizations/${known.orgId}/permissions`, { token: owner, body: { seesAllOrders } })
    await settle(false)
    await due()
    await round()
    await settle(true)
    const [narrow] = await mailed()
    // Of what others have sold nothing is in it.
    expect(narrow?.to).toBe(seller)
    expect(narrow?.text).not.toContain('Dana Reyes')
    const disable = (disabledAt: Date | null) =>
      database.system(async (tx) => {
        const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, seller))
        const own = and(eq(memberships.orgId, known.orgId), eq(memberships.userId, user?.id ?? ''))
        await tx.update(memberships).set({ disabledAt }).where(own)
      })
    await disable(new Date())
    await due()
    await round()
    expect(await mailed()).toHaveLength(1)
    await disable(null)
    await call('DELETE', `/saved-reports/${id}`, { token: owner })
    expect(await database.tenant(known.orgId, (tx) => tx.$count(reportMails))).toBe(0)
  })
})
