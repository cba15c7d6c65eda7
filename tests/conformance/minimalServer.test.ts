import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, searchPage } from '../../contract/client/client'
import { coreContract } from '../../contract/core'
import { type MinimalServer, start } from './minimalServer'

let server: MinimalServer
beforeAll(async () => {
  server = await start()
})
afterAll(() => server.stop())

let token: string | null = null
const client = () => clientOf(coreContract, { baseUrl: server.url, getToken: () => token })
async function signIn(email: string, password: string) {
  const { body } = await client().users.login({ body: { email, password } })
  token = (body as { data: { token: string } }).data.token
}

test('the minimal server is one that the typed client of the contract works with', async () => {
  await signIn(server.email, server.password)
  const { body } = await client().organizations.list()
  const [organization] = (body as { data: { id: string }[] }).data
  const organizationId = organization?.id ?? ''
  const { rows, total } = await searchPage(client(), { organizationId, resource: 'offers', limit: 20, page: 2 })
  expect([rows.length, total]).toEqual([11, 31])
  const id = rows[0]?.id ?? ''
  await client().offers.update({ params: { offerId: id }, body: { basePrice: 12.5 } })
  const found = await searchPage(client(), { organizationId, resource: 'offers', filters: { id } })
  expect(found.rows).toMatchObject([{ id, basePrice: 12.5 }])
  await client().offers.delete({ params: { offerId: id }, body: undefined })
  await expect(client().offers.delete({ params: { offerId: id }, body: undefined })).rejects.toMatchObject({
    status: 404,
  })
  const [campaign] = (await searchPage(client(), { organizationId, resource: 'campaigns' })).rows
  const campaignId = campaign?.id ?? ''
  await signIn(server.secondEmail, server.secondPassword)
  await expect(client().campaigns.get({ params: { campaignId }, query: {} })).rejects.toMatchObject({ status: 404 })
})

test('the minimal server opens an order with a payment token for a day', async () => {
  const { body } = await client().orders.getByToken({ params: { token: server.orderToken } })
  expect(body).toMatchObject({ id: expect.any(String) })
  const late = client().orders.getByToken({ params: { token: server.expiredOrderToken } })
  await expect(late).rejects.toMatchObject({ status: 404 })
})

test('a mailed link of the minimal server resets the password once, and ends the sessions', async () => {
  await signIn(server.secondEmail, server.secondPassword)
  await client().users.startPasswordReset({ body: { email: server.secondEmail } })
  const reset = { email: server.secondEmail, password: 'another secret', token: server.mailed.at(-1)?.token ?? '' }
  await client().users.resetPassword({ body: reset })
  await expect(client().users.me()).rejects.toMatchObject({ status: 401 })
  await expect(client().users.resetPassword({ body: reset })).rejects.toMatchObject({ status: 400 })
  await signIn(server.secondEmail, 'another secret')
})
