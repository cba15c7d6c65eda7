import { afterAll, expect, test, vi } from 'vitest'
import { home, ofOneself, writesOf } from './everyWrite'
import { nameOfCall, namesOfWrites } from './idsOfCalls'

vi.mock(import('../../../contract/permissions'), () => ({ whyForbidden: vi.fn(() => undefined) }))
// Tests share what they have loaded: the policy is replaced in copies of this file's own.
vi.resetModules()
const { whyForbidden } = await import('../../../contract/permissions')
const { demo, knownOf, startEverywhere } = await import('./start')

const servers = await startEverywhere()
afterAll(async () => {
  await Promise.all(servers.map(({ stop }) => stop()))
  vi.resetModules()
})

test.each(servers)(
  'GE-05 what a member may not do is refused with the sentence that they read: $kind',
  async (server) => {
    const token = await server.login(demo)
    const writes = await writesOf(server, token, await knownOf(server, token))
    const tried = new Set(writes.map(([method, path]) => nameOfCall(method, path)))
    expect(namesOfWrites.filter((name) => !tried.has(name) && !ofOneself.has(name))).toEqual([])
    vi.mocked(whyForbidden).mockImplementation(({ role }, action) => `As ${role} you may not do ${action}.`)
    for (const [method, path, body] of writes) {
      const { status, body: answer } = await server.call(method, path, { token, body })
      const message = `As owner you may not do ${nameOfCall(method, path)}.`
      expect([method, path, status, answer]).toEqual([
        method,
        path,
        403,
        expect.objectContaining({ message, error: expect.objectContaining({ code: 'forbidden' }) }),
      ])
    }
    vi.mocked(whyForbidden).mockReset()
  },
)

test.each(servers)('GE-05 NO-04 whoever may not add a customer adds none with an order: $kind', async (server) => {
  const token = await server.login(demo)
  const { orgId: organizationId, campaignId, offerId } = await knownOf(server, token)
  const newCustomer = { firstName: 'Vera' }
  const lines = [{ offerId, quantity: 1, unitPrice: 1 }]
  const body = { organizationId, draftId: crypto.randomUUID(), campaignId, newCustomer, lines, address: home }
  const place = () => server.call('POST', '/orders', { token, body })
  vi.mocked(whyForbidden).mockImplementation((_, action) => (action === 'customers.create' ? 'Not you.' : undefined))
  expect(await place()).toMatchObject({ status: 403, body: { message: 'Not you.' } })
  vi.mocked(whyForbidden).mockReset()
  expect((await place()).status).not.toBe(403)
})
