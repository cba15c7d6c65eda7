import { afterEach, describe, expect, test } from 'vitest'
import { check } from '../../contract/conformance/check'
import type { CheckOptions, Report } from '../../contract/conformance/engine/model'
import { accounts, type Backend, type Served, startBackend } from './backend'

let served: Served | undefined
afterEach(async () => {
  await served?.stop()
  served = undefined
})

async function checked(damage: (backend: Backend) => void, options: Partial<CheckOptions> = {}): Promise<Report> {
  served = await startBackend(damage)
  return check({ baseUrl: served.url, ...accounts, level: 'core', readOnly: false, seed: 7, ...options })
}

const broken = ({ findings }: Report) => findings.map(({ rule, call }) => `${rule} ${call}`)

describe('what a prototype of the checker missed is found', () => {
  test('a wrong password accepted', async () => {
    const report = await checked(
      (backend) => {
        backend.isPassword = () => true
      },
      { only: ['users'] },
    )
    expect(broken(report)).toContain('session.wrongPassword users.login')
  })

  test("the owner's own valid update refused", async () => {
    const report = await checked(
      (backend) => {
        backend.updateOffer = () => backend.refusal(400, 'Not today')
      },
      { only: ['offers'] },
    )
    expect(broken(report)).toContain('offers.update offers.update')
    expect(report.notExercised).toContain('offers.update')
  })

  test("the owner's own valid update accepted, and not written", async () => {
    const report = await checked(
      (backend) => {
        backend.updateOffer = (user, id, body) => ({
          status: 200,
          body: { data: { ...backend.shown(backend.row('offers', user, id)), ...body } },
        })
      },
      { only: ['offers'] },
    )
    expect(broken(report)).toContain('offers.update offers.update')
  })

  test('a delete that takes other rows along', async () => {
    const report = await checked(
      (backend) => {
        const original = backend.deleteOffer.bind(backend)
        backend.deleteOffer = (user, id) => {
          const answer = original(user, id)
          backend.tables['offers']?.pop()
          return answer
        }
      },
      { only: ['offers'] },
    )
    expect(broken(report)).toContain('offers.deleteOnly offers.delete')
  })

  test("a create with another organization's id in the body", async () => {
    const report = await checked(
      (backend) => {
        const original = backend.createOffer.bind(backend)
        backend.createOffer = (user, id, body) => original({ ...user, orgs: ['11', '12', '21'] }, id, body)
      },
      { only: ['offers'] },
    )
    expect(broken(report)).toContain('access.foreignBody offers.create')
  })

  test('a status filter ignored', async () => {
    const report = await checked(
      (backend) => {
        const original = backend.matchesFilters
        backend.matchesFilters = (row, { status: _status, ...filters }, resource) => original(row, filters, resource)
      },
      { only: ['search'], readOnly: true },
    )
    expect(broken(report)).toContain('search.filterRefused search.search')
  })
})
