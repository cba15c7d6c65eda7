import { afterAll, expect, test } from 'vitest'
import { fire } from '../../figures/requests/fire'
import { startSomewhere } from './start'

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map((server) => server.stop())))

test.each(servers)(
  'AP-05 PM-01 generated requests, allowed and not, get no 5xx and nothing of another organization, and lose nothing: $kind',
  async ({ app }) => {
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const { faults, lost, confirmed, count } = await fire({ url, count: 600, seed: 7, parallel: 8 })
    expect(faults).toEqual([])
    expect(lost).toEqual([])
    expect(confirmed).toBeGreaterThan(10)
    expect(count).toBeGreaterThanOrEqual(600)
  },
)
