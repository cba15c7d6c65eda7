import { describe, expect, test } from 'vitest'
import { check } from '../../contract/conformance/check'
import type { Finding } from '../../contract/conformance/engine/model'
import { accounts, startBackend } from './backend'
import { type Damage, type Fault, faults } from './backendFaults'

async function findingsOf({ damage, only, readOnly = false }: Fault): Promise<Finding[]> {
  const served = await startBackend(damage)
  try {
    const options = { baseUrl: served.url, ...accounts, level: 'core', seed: 11 } as const
    return (await check({ ...options, only, readOnly })).findings
  } finally {
    await served.stop()
  }
}

describe('a fault is found where it is', () => {
  test.each(Object.entries(faults))('%s', async (_, fault) => {
    const findings = await findingsOf(fault)
    expect(findings.map(({ rule, call }) => `${rule} ${call}`)).toContain(fault.breaks)
  })
})

test('a failing generated case is made as small as it gets, and can be repeated', async () => {
  const damage: Damage = (backend) => {
    const original = backend.matchesTerm
    backend.matchesTerm = (row, term) => {
      if (/[^ -~]/.test(term)) throw new Error('not in this character set')
      return original(row, term)
    }
  }
  const fault = { damage, only: ['search'], breaks: '', readOnly: true }
  const [one, other] = [await findingsOf(fault), await findingsOf(fault)]
  const failure = one.find(({ rule }) => rule === 'http.noServerError')
  expect(failure?.curl).toMatch(/'\{"organizationId":"11","resource":"[a-z]+","q":"[^"]{1,8}"\}'$/)
  const withoutPort = (findings: Finding[]) => JSON.stringify(findings).replaceAll(/127\.0\.0\.1:\d+/g, 'server')
  expect(withoutPort(one)).toEqual(withoutPort(other))
})
