import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { demoPaymentTokens } from '../../../server/db/demo'
import { systemOrgId } from '../../../server/db/schema/outbox'
import { workerBeats } from '../../../server/db/schema/workerBeats'
import { createMetrics } from '../../../server/metrics/metrics'
import { Registry } from '../../../server/metrics/registry'
import { serveMetrics } from '../../../server/metrics/serveMetrics'
import { demo, knownOf, type Started, startOn, startSomewhere } from './start'

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

test('AP-02 measurements are written in the text format of Prometheus', () => {
  const registry = new Registry()
  const count = registry.counter('things_total', 'Things.')
  const time = registry.histogram('thing_seconds', 'Seconds.', [0.1, 1])
  registry.gauge('unknown', 'Nothing is known of it.', () => undefined)
  count({ name: 'a "quoted"\nname\\' })
  count({ name: 'a "quoted"\nname\\' }, 2)
  for (const seconds of [0.05, 0.1, 0.5, 7]) time({}, seconds)
  expect(registry.text()).toBe(
    [
      '# HELP things_total Things.',
      '# TYPE things_total counter',
      String.raw`things_total{name="a \"quoted\"\nname\\"} 3`,
      '# HELP thing_seconds Seconds.',
      '# TYPE thing_seconds histogram',
      'thing_seconds_bucket{le="0.1"} 2',
      'thing_seconds_bucket{le="1"} 3',
      'thing_seconds_bucket{le="+Inf"} 4',
      'thing_seconds_sum 7.65',
      'thing_seconds_count 4',
      '',
    ].join('\n'),
  )
})

test('AP-02 a port that is taken, and an address of another machine, are said in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const serve = (metricsPort: number, metricsHost: string) =>
    serveMetrics({ text: async () => '' }, { metricsPort, metricsHost })
  await expect(serve(port, '127.0.0.1')).rejects.toThrow(`port ${port} is in use; set METRICS_PORT to another one`)
  await expect(serve(0, '192.0.2.1')).rejects.toThrow(
    '192.0.2.1 is no address of this machine; set METRICS_HOST to one that is',
  )
  other.close()
})

describe.each(servers)('what is measured on $kind', (server: Started) => {
  const { database } = server
  const metrics = createMetrics(database, '1.2.3')

  test('AP-02 requests, connections, queues, workers, streams and the process are told on a port of their own, and nobody of whom', async () => {
    const node = await startOn(database, { metrics })
    const url = await node.app.listen({ port: 0, host: '127.0.0.1' })
    const told = await serveMetrics(metrics, { metricsPort: 0, metricsHost: '127.0.0.1' })
    const { port } = told.address() as AddressInfo
    const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const valueOf = (text: string, series: string) =>
      Number(
        text
          .split('\n')
          .find((one) => one.startsWith(`${series} `))
          ?.slice(series.length + 1) ?? Number.NaN,
      )

    const token = await node.login(demo)
    const known = await knownOf(node, token)
    const before = await read()
    expect(valueOf(before, 'offerdesk_worker_heartbeat_age_seconds')).toBe(Infinity)
    await node.call('GET', `/campaigns/${known.campaignId}`, { token })
    await node.call('GET', `/campaigns/${uuidv7()}`, { token })
    await node.call('GET', `/orders/token/${demoPaymentTokens.open}`)
    await node.call('GET', `/api/v1/nothing/${known.orderId}`)
    const listening = new AbortController()
    await fetch(`${url}/api/v1/events?organizationId=${known.orgId}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: listening.signal,
    })
    await database.system(async (tx) => {
      await tx.insert(workerBeats).values({
        worker: uuidv7(),
        startedAt: sql`now()`,
        beatAt: sql`now() - interval '20 seconds'`,
      })
      await tx.execute(sql`insert into outbox (org_id, id, topic, payload, dedupe_key, state, run_at, created_at)
        select ${systemOrgId}::uuid, gen_random_uuid(), 'mail', '{}', state || number, state, now() - interval '5 minutes', now()
        from (values ('ready', 1), ('dead', 1), ('dead', 2)) as work (state, number)`)
    })
    await expect(
      database.system((tx) => tx.execute(sql`do $$ begin raise 'held' using errcode = 'lock_not_available'; end $$`)),
    ).rejects.toThrow('Failed query')

    const text = await read()
    const value = (series: string) => valueOf(text, series)
    const grown = (series: string) => value(series) - (valueOf(before, series) || 0)
    expect(
      grown('offerdesk_http_requests_total{route="/api/v1/campaigns/:campaignId",method="GET",status="2xx"}'),
    ).toBe(1)
    expect(
      grown('offerdesk_http_requests_total{route="/api/v1/campaigns/:campaignId",method="GET",status="4xx"}'),
    ).toBe(1)
    expect(grown('offerdesk_http_requests_total{route="none",method="GET",status="4xx"}')).toBe(1)
    expect(grown('offerdesk_http_request_seconds_count{route="/api/v1/campaigns/:campaignId",method="GET"}')).toBe(2)
    expect(
      grown('offerdesk_http_request_seconds_bucket{route="/api/v1/campaigns/:campaignId",method="GET",le="+Inf"}'),
    ).toBe(2)
    expect(value('offerdesk_event_streams')).toBe(1)
    expect(value('offerdesk_pool_connections{state="most"}')).toBeGreaterThan(0)
    expect(grown('offerdesk_lock_timeouts_total')).toBe(1)
    expect(value('offerdesk_lock_waits')).toBe(0)
    expect(grown('offerdesk_queue_length{queue="mails"}')).toBe(1)
    expect(value('offerdesk_queue_age_seconds{queue="mails"}')).toBeGreaterThanOrEqual(300)
    expect(grown('offerdesk_dead{queue="mails"}')).toBe(2)
    expect(value('offerdesk_dead{queue="webhooks"}')).toBeGreaterThanOrEqual(0)
    expect(value('offerdesk_worker_heartbeat_age_seconds')).toBeGreaterThanOrEqual(20)
    expect(value('offerdesk_worker_heartbeat_age_seconds')).toBeLessThan(45)
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(value('nodejs_eventloop_lag_seconds{quantile="0.99"}')).toBeGreaterThan(0)
    expect(value('offerdesk_info{version="1.2.3"}')).toBe(1)

    for (const secret of [
      known.offerId,
      known.orgId,
      known.orderId,
      demoPaymentTokens.open,
      token,
      demo,
      'Northwind',
    ]) {
      expect(text).not.toContain(secret)
    }
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
    listening.abort()
    told.close()
    await node.stop()
  })

  test('AP-02 while the database is away the rest is told all the same', async () => {
    const away = { ...database, system: () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432')) }
    const text = await createMetrics(away, '1.2.3').text()
    expect(text).toContain('\nofferdesk_database_up 0\n')
    expect(text).toContain('\nprocess_resident_memory_bytes ')
    expect(text).not.toContain('offerdesk_queue_length')
  })
})
