import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { CreationOptions } from '../../../contract/extensions/passkeys'
import type { OrganizationMember } from '../../../contract/extensions/members'
import type { OrganizationSettings } from '../../../contract/extensions/organizations'
import type { TwoSteps } from '../../../contract/extensions/twoSteps'
import type { Organization } from '../../../contract/organizations'
import { demandedStep, lastStepStays, ownStepFirst } from '../../../contract/rules/twoSteps'
import { readConfig } from '../../../server/config'
import { demoPassword } from '../../../server/db/demo'
import { passkeys } from '../../../server/db/schema/secondSteps'
import { users } from '../../../server/db/schema/users'
import { Authenticator } from './authenticator'
import { demo, knownOf, type Started, startSomewhere } from './start'

const publicUrl = 'https://desk.example'
const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: publicUrl })
const servers = await startSomewhere({ config })
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const agent = 'saoirse@offerdesk.example'

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  const dataOf = <Data>({ body }: { body: { data?: Data } | object }) => (body as { data: Data }).data
  const listOf = async (token: string) => dataOf<Organization[]>(await call('GET', '/organizations', { token }))
  const stepsOf = async (token: string) => dataOf<TwoSteps>(await call('GET', '/users/two-steps', { token }))
  const closed = { status: 403, body: { message: demandedStep, error: { code: 'second_step_demanded' } } }
  async function addPasskey(token: string, name: string) {
    const body = { password: demoPassword }
    const begun = await call('POST', '/users/two-steps/passkeys/begin', { token, body })
    const { options } = dataOf<{ options: CreationOptions }>(begun)
    const credential = new Authenticator(publicUrl).create(options)
    expect(await call('POST', '/users/two-steps/passkeys', { token, body: { name, credential } })).toMatchObject({
      status: 200,
    })
    return (await stepsOf(token)).passkeys.find((passkey) => passkey.name === name)?.id ?? ''
  }
  const remove = (token: string, id: string) =>
    call('POST', `/users/two-steps/passkeys/${id}/remove`, { token, body: { password: demoPassword } })

  test('ST-01 SE-06 PM-01 whoever has no second step is closed out where one is demanded, and nowhere else', async () => {
    const owner = await server.login(demo)
    const seller = await server.login(agent)
    const { orgId, campaignId, orderId } = await knownOf(server, owner)
    const made = await call('POST', '/organizations', { token: seller, body: { name: 'Saoirse’s own' } })
    const { id: elsewhere } = dataOf<{ id: string }>(made)
    const program = await call('POST', '/api-tokens', {
      token: owner,
      body: { organizationId: orgId, name: 'Warehouse', duties: null },
    })
    const { token: apiToken } = dataOf<{ token: string }>(program)
    const settings = (demandsTwoSteps: boolean) =>
      call('PUT', `/organizations/${orgId}/settings`, { token: owner, body: { demandsTwoSteps } })
    // Who demands it has one.
    expect(await settings(true)).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.demandsTwoSteps', message: ownStepFirst }] } },
    })
    const before = dataOf<OrganizationSettings>(await call('GET', `/organizations/${orgId}/settings`, { token: owner }))
    const key = await addPasskey(owner, 'Laptop')
    const demanded = dataOf<OrganizationSettings>(await settings(true))
    expect(demanded).toMatchObject({ demandsTwoSteps: true, withoutTwoSteps: (before.withoutTwoSteps ?? 0) - 1 })
    const people = dataOf<OrganizationMember[]>(
      await call('GET', `/organizations/${orgId}/users?limit=100`, { token: owner }),
    )
    expect(people.filter(({ hasTwoSteps }) => hasTwoSteps).map(({ email }) => email)).toEqual([demo])
    const audited = await call('GET', `/audit?organizationId=${orgId}&resource=organizations`, { token: owner })
    expect(dataOf<object[]>(audited)[0]).toMatchObject({ action: 'organizations.update' })
    expect(JSON.stringify(dataOf<object[]>(audited)[0])).toContain('demandsTwoSteps')

    // Everything there is refused in these words, by the name of the organization and by that of a record.
    for (const [method, path, body] of [
      ['POST', '/search', { organizationId: orgId, resource: 'orders' }],
      ['GET', `/campaigns/${campaignId}`],
      ['GET', `/orders/${orderId}`],
      ['PUT', `/campaigns/${campaignId}`, { name: 'Another' }],
      ['GET', `/organizations/${orgId}/members`],
      ['GET', `/organizations/${orgId}/settings`],
      ['POST', `/organizations/${orgId}/leave`, {}],
      ['GET', `/events?organizationId=${orgId}`],
    ] as const) {
      expect({ path, ...(await call(method, path, { token: seller, body })) }).toMatchObject({ path, ...closed })
    }
    // What is about oneself is not, nor is another organization.
    expect(await listOf(seller)).toMatchObject([
      { id: orgId, needsSecondStep: true },
      { id: elsewhere, needsSecondStep: false },
    ])
    expect(await call('GET', '/users/me', { token: seller })).toMatchObject({ status: 200 })
    const other = { organizationId: elsewhere, resource: 'orders' }
    expect(await call('POST', '/search', { token: seller, body: other })).toMatchObject({ status: 200 })
    expect(await call('GET', `/campaigns/${campaignId}`, { token: owner })).toMatchObject({ status: 200 })
    expect(await server.login(agent)).toBeTruthy()

    // With a second step it is open at once, and the last one stays.
    const phone = await addPasskey(seller, 'Phone')
    expect(await call('GET', `/campaigns/${campaignId}`, { token: seller })).toMatchObject({ status: 200 })
    expect((await listOf(seller)).map(({ needsSecondStep }) => needsSecondStep)).toEqual([false, false])
    expect(await stepsOf(seller)).toMatchObject({ demandedBy: ['Northwind Supply'] })
    const stays = { status: 409, body: { message: lastStepStays(['Northwind Supply']) } }
    expect(await remove(seller, phone)).toMatchObject(stays)
    expect((await stepsOf(seller)).recoveryCodesLeft).toBe(10)
    const tablet = await addPasskey(seller, 'Tablet')
    const both = await Promise.all([phone, tablet].map((id) => remove(seller, id)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])

    // A program is asked for no second step, whatever has become of that of whoever made it.
    const [ownerRow] = await database.system((tx) =>
      tx.select({ id: users.id }).from(users).where(eq(users.email, demo)),
    )
    expect(await remove(owner, key)).toMatchObject(stays)
    await database.system((tx) => tx.delete(passkeys).where(eq(passkeys.userId, ownerRow?.id ?? '')))
    expect(await settings(false)).toMatchObject(closed)
    const read = { organizationId: orgId, resource: 'campaigns' }
    expect(await call('POST', '/search', { token: apiToken, body: read })).toMatchObject({ status: 200 })

    // Once nobody demands it, the last one goes.
    const again = await addPasskey(owner, 'Laptop')
    expect(await settings(false)).toMatchObject({ status: 200 })
    expect(await remove(owner, again)).toMatchObject({ status: 200 })
  })
})
