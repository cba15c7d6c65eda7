import { changed, type Fault, isRecord, isSuccess, parsed, withBody } from '../exchange'
import { answers, fault, on, refusals, requests } from '../make'
import {
  agrees,
  bodyOf,
  deafTo,
  empties,
  idIn,
  recordIn,
  recordsAs,
  recordsIn,
  rowsAs,
  tokenIn,
  read,
  write,
} from '../selling'

const everywhere = 'gateways.get gateways.create gateways.update gateways.switch'
const asGateway = (exchange: Parameters<typeof idIn>[0]) => `/api/v1/gateways/${idIn(exchange)}`

/** Tells a secret as it was sent, wherever the gateway is read. */
const secretTold: Fault = {
  id: 'gateway-secret-told',
  about: 'the secret key of a gateway is told',
  make: () => {
    const known = new Map<unknown, unknown>()
    return on(everywhere, async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const record = recordIn(reply)
      const { secretKey } = bodyOf(exchange)
      if (secretKey !== undefined) known.set(record['id'], secretKey)
      return withBody(reply, { data: { ...record, secretKey: known.get(record['id']) ?? null } })
    })
  },
}

export const gateways: Fault[] = [
  secretTold,
  fault('gateway-secret-end-lost', 'how a secret ends is not told', empties(everywhere, 'data.secretKeyEnd')),
  fault(
    'gateway-secret-dropped',
    'a change that leaves the secrets out drops them',
    on('gateways.update', (exchange) =>
      exchange.send({ body: { secretKey: 'sk_gone', webhookSecret: 'whsec_gone', ...bodyOf(exchange) } }),
    ),
  ),
  fault('gateway-if-match-ignored', 'a change of an outdated gateway is made', deafTo('if-match', 'gateways.update')),
  fault(
    'gateway-key-ignored',
    'a gateway that is sent again is made again',
    deafTo('idempotency-key', 'gateways.create'),
  ),
  fault(
    'gateway-cap-lost',
    'the cap of a gateway is not kept',
    requests('gateways.create', 'monthlyCap', () => null),
  ),
  fault(
    'gateway-cap-untouched',
    'a cap can not be taken away',
    on('gateways.update', (exchange) =>
      bodyOf(exchange)['monthlyCap'] === null ? exchange.send({ body: {} }) : exchange.send(),
    ),
  ),
  fault(
    'gateway-switch-untaken',
    'disabling is told and not done',
    on('gateways.switch', async (exchange) => {
      const now = await exchange.ask('GET', asGateway(exchange), tokenIn(exchange))
      return isSuccess(now) ? withBody(now, { data: { ...recordIn(now), ...bodyOf(exchange) } }) : exchange.send()
    }),
  ),
  fault(
    'disabled-gateway-offered',
    'gateways that are disabled are still among those to choose from',
    on('gateways.instances', async (exchange) => {
      const all = await exchange.ask('GET', `/api/v1/gateways?${exchange.query.toString()}`, tokenIn(exchange))
      return isSuccess(all) ? all : exchange.send()
    }),
  ),
  fault(
    'rehearsal-short',
    'a rehearsal leaves the refund out',
    answers('gateways.rehearse', 'data.steps', (steps) => (Array.isArray(steps) ? steps.slice(0, 3) : steps)),
  ),
  fault(
    'rehearsal-fails',
    'a rehearsal fails',
    answers('gateways.rehearse', 'data.steps.*.isPassed', () => false),
  ),
  fault(
    'reconciliation-blind',
    'nothing is compared',
    answers('gateways.reconcile', 'data.compared', () => 0),
  ),
  fault(
    'reconciliation-invents',
    'a difference is told that is none',
    answers('gateways.reconcile', 'data.differences', () => [
      { text: 'A charge is missing.', orderId: null, reference: null, ours: 1, theirs: 2, currency: 'USD' },
    ]),
  ),
  fault(
    'sums-ignore-filters',
    'sums are those of all transactions',
    requests('transactions.sums', 'filters', () => ({})),
  ),
  fault(
    'sums-net-wrong',
    'what is kept is told before refunds',
    recordsAs('transactions.sums', (sums) => ({
      ...sums,
      net: sums['charged'],
    })),
  ),
  fault(
    'figures-of-nothing',
    'the figures of a gateway are nothing',
    recordsAs('gateways.get', (record) => ({
      ...record,
      chargesToday: 0,
      chargedThisMonth: 0,
    })),
  ),
  fault(
    'gateway-list-short',
    'the list leaves gateways out',
    rowsAs('gateways.list', (rows) => rows.slice(0, 1)),
  ),
  fault(
    'gateway-outdated-agreed',
    'an outdated change is answered as if it was made',
    agrees('gateways.update', [409], asGateway),
  ),
  fault(
    'disabled-gateway-pays',
    'what is refused by a disabled gateway is paid all the same',
    refusals('payments.pay', [409], async (reply, exchange) => {
      const page = await exchange.ask('GET', exchange.path.replace(/\/attempts$/, ''), '')
      const { whyNot } = recordIn(page)
      if (typeof whyNot !== 'string' || !whyNot.startsWith('The seller')) return reply
      return page
    }),
  ),
  fault(
    'gateway-cap-excluded',
    'a gateway takes less than what it may take',
    on('orders.createPaymentLink', async (exchange) => {
      const { gatewayInstanceId } = bodyOf(exchange)
      if (typeof gatewayInstanceId !== 'string') return exchange.send()
      const { monthlyCap } = await read(exchange, `/gateways/${encodeURIComponent(gatewayInstanceId)}`)
      const { total } = await read(exchange, `/orders/${idIn(exchange)}`)
      const body = { ...bodyOf(exchange), gatewayInstanceId: 'none' }
      return exchange.send(monthlyCap === total ? { body } : {})
    }),
  ),
  fault(
    'gateway-cap-untold',
    'that a gateway takes no more is not told before a link is made',
    answers('orders.payments', 'data.gateways.*.whyNot', () => null),
  ),
  fault(
    'gateway-never-used',
    'when a gateway was used last is not told',
    answers('gateways.get', 'data.lastUsedAt', () => null),
  ),
  fault(
    'gateway-never-compared',
    'when a gateway was compared with is not told',
    answers('gateways.get', 'data.comparedAt', () => null),
  ),
  fault(
    'gateway-cap-of-each-payment',
    'a gateway takes as much as its cap again and again',
    refusals('orders.createPaymentLink', [409], async (reply, exchange) => {
      const { gatewayInstanceId } = bodyOf(exchange)
      if (typeof gatewayInstanceId !== 'string') return reply
      const path = `/gateways/${encodeURIComponent(gatewayInstanceId)}`
      const { monthlyCap } = await read(exchange, path)
      const { total } = await read(exchange, `/orders/${idIn(exchange)}`)
      if (typeof monthlyCap !== 'number' || Number(total) > monthlyCap) return reply
      await write(exchange, 'PUT', path, { monthlyCap: null })
      const made = await exchange.send()
      await write(exchange, 'PUT', path, { monthlyCap })
      return made
    }),
  ),
  {
    id: 'gateway-chosen-by-former-name',
    about: 'gateways to choose from have the names that they were given first',
    make: () => {
      const names = new Map<unknown, unknown>()
      return on('gateways.create gateways.instances', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        const { id, displayName } = recordIn(reply)
        if (id !== undefined) names.set(id, displayName)
        if (exchange.call !== 'gateways.instances') return reply
        return withBody(
          reply,
          changed(parsed(reply.text), 'data.*', (row) =>
            isRecord(row) ? { ...row, displayName: names.get(row['id']) ?? row['displayName'] } : row,
          ),
        )
      })
    },
  },
  fault(
    'gateway-id-of-its-own',
    'a gateway has another id than was chosen for it',
    requests('gateways.create', 'id', (id) => (typeof id === 'string' ? undefined : id)),
  ),
  fault(
    'gateway-made-with-whole-cap',
    'the cap that a gateway is made with loses its cents',
    requests('gateways.create', 'monthlyCap', (cap) => (typeof cap === 'number' ? Math.floor(cap) : cap)),
  ),
  fault(
    'gateway-made-with-no-cap-refused',
    'a gateway is not made when it is said to have no cap',
    requests('gateways.create', 'monthlyCap', (cap) => cap ?? 'none'),
  ),
  fault(
    'order-gateway-of-first-charge',
    'an order is told to be paid through the gateway that was tried first',
    recordsAs('orders.get', (order) => {
      const [first] = recordsIn(order['transactions'])
      return first === undefined ? order : { ...order, gatewayInstanceId: first['gatewayInstanceId'] }
    }),
  ),
  fault(
    'attempts-of-the-newest-gateway',
    'every attempt is told to be through the gateway of the last one',
    recordsAs('orders.payments', (record) => {
      const attempts = recordsIn(record['attempts'])
      const gatewayName = attempts.at(-1)?.['gatewayName']
      return { ...record, attempts: attempts.map((one) => ({ ...one, gatewayName })) }
    }),
  ),
  fault(
    'comparisons-settle-nothing',
    'what a comparison has settled is not told afterwards',
    answers('gateways.comparisons', 'data.*.settled', () => 0),
  ),
]
