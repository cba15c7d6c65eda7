import { randomInt } from 'node:crypto'
import { difference } from '../engine/compare'
import { recordOf, type Row } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { Shop } from '../engine/world'
import { filled } from '../generate/limits'
import { fulfilmentsOf, readFulfilment, trackingNumber } from './parcels'
import { readOrder, refuseOutdated } from './sellingBasics'

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')
/** Numbers of other carriers, which are told by their shape (FU-01); what begins with 00340 is DHL's. */
const postal = { USPS: () => `94${digits(20)}`, FedEx: () => digits(12), PostNord: () => `007${digits(17)}` }
/** The same of carriers whose numbers look like nobody else's. */
const universal = {
  DHL: () => `JJD${digits(18)}`,
  'Royal Mail': () => `RR${digits(9)}GB`,
  'Canada Post': () => `RR${digits(9)}CA`,
  'Australia Post': () => `RR${digits(9)}AU`,
}

/** A number is one parcel's, and its carrier is known by it. */
export async function checkTracking(run: Run, shop: Shop, order: Row, one: Row, other: Row): Promise<void> {
  const rule = 'fulfilments.tracking'
  const [number, second] = [trackingNumber(), trackingNumber()]
  const params = { fulfilmentId: one.id }
  const typed = `${number.slice(0, 6).toLowerCase()} ${number.slice(6)} `
  const exchange = await run.succeed(rule, 'fulfilments.assign', { params, body: { trackingNumber: typed } })
  const now = await readFulfilment(run, one.id)
  const isGiven = now['trackingNumber'] === number && now['carrier'] === 'UPS' && now['status'] === 'pending'
  run.verify(
    rule,
    exchange,
    isGiven,
    `${number} of UPS`,
    `${String(now['trackingNumber'])} of ${String(now['carrier'])}`,
  )
  const taken = { params: { fulfilmentId: other.id }, body: { trackingNumber: number }, isValid: true }
  await run.refuse(rule, 'fulfilments.assign', taken, [409, 422])
  const still = (await readFulfilment(run, other.id))['trackingNumber'] ?? null
  run.verify(rule, exchange, still === null, 'no number on the other parcel', JSON.stringify(still))
  await run.refuse(rule, 'fulfilments.assign', { params, body: { trackingNumber: '!!' }, isValid: true }, [400, 422])
  const mine = { params, body: { carrier: 'dhl', trackingNumber: second } }
  const changed = recordOf(await run.succeed(rule, 'fulfilments.assign', mine))
  const isChanged = changed['trackingNumber'] === second && changed['carrier'] === 'DHL'
  run.verify(rule, exchange, isChanged, 'the carrier that was named', String(changed['carrier']))
  const bare = recordOf(await run.succeed(rule, 'fulfilments.unassign', { params, body: {} }))
  const left = bare['trackingNumber'] ?? null
  run.verify(rule, exchange, left === null, 'no number once it is taken back', JSON.stringify(left))
  await run.refuse(rule, 'fulfilments.unassign', { params, body: {}, isValid: true }, [409])
  // What it has already is no other parcel's.
  for (const _time of [1, 2]) await run.succeed(rule, 'fulfilments.assign', mine)
  const outdated = { params, body: { trackingNumber: trackingNumber() } }
  await refuseOutdated(run, 'fulfilments.assign', outdated, () => readFulfilment(run, one.id))
  // A scanner names the order; the parcel that waits longest gets the number, and a second reading changes nothing.
  const { organizationId } = shop.tenant
  const body = { organizationId, orderNumber: `#${String(order['number'])}`, trackingNumber: number }
  const scanned = await run.succeed('fulfilments.scan', 'fulfilments.scan', { body })
  const isScanned = recordOf(scanned).id === other.id && recordOf(scanned)['trackingNumber'] === number
  run.verify('fulfilments.scan', scanned, isScanned, 'the parcel that waits longest', recordOf(scanned).id)
  const again = await run.succeed('fulfilments.scan', 'fulfilments.scan', { body })
  run.verify('fulfilments.scan', again, recordOf(again).id === other.id, 'the same parcel again', recordOf(again).id)
  await attempt(run, 'fulfilments.scan', async () => {
    const typed = [String(order['number']), ` #${String(order['number'])} `, body.orderNumber]
    // One that is named has it, whatever its number looks like.
    const named: [carrier: string, numberOf: () => string, more?: { carrier: string }][] = [
      ...Object.entries(postal),
      ['Örebro <i>Bikes', postal.USPS, { carrier: 'Örebro <i>Bikes' }],
    ]
    for (const [index, [carrier, numberOf, more]] of named.entries()) {
      await run.succeed('fulfilments.scan', 'fulfilments.unassign', { params, body: {} })
      const orderNumber = typed[index % typed.length]
      const sent = { body: { ...body, ...more, orderNumber, trackingNumber: numberOf() } }
      const told = await run.succeed('fulfilments.scan', 'fulfilments.scan', sent)
      const isTheirs = recordOf(told).id === one.id && recordOf(told)['carrier'] === carrier
      const expected = `${carrier} for ${sent.body.trackingNumber}`
      run.verify('fulfilments.scan', told, isTheirs, expected, String(recordOf(told)['carrier']))
    }
  })
  await attempt(run, rule, () => checkCarriers(run, one))
  const [none, strange] = [
    { ...body, trackingNumber: trackingNumber() },
    { ...body, orderNumber: '999999999' },
  ]
  const waits = fulfilmentsOf(await readOrder(run, shop.tenant, order.id, rule)).some(
    ({ status, trackingNumber: known }) => status === 'pending' && (known ?? null) === null,
  )
  if (!waits) await run.refuse('fulfilments.scan', 'fulfilments.scan', { body: none, isValid: true }, [404, 409, 422])
  const unknown = { body: strange, isValid: true }
  await run.refuse('fulfilments.scan', 'fulfilments.scan', unknown, [404, 422])
}

/** A number that was read wrongly may be put right while its parcel is on its way; where it is, it is kept. */
export async function checkPutRight(run: Run, { id }: Row): Promise<void> {
  const rule = 'fulfilments.tracking'
  const body = { carrier: 'DPD', trackingNumber: trackingNumber() }
  const before = await readFulfilment(run, id)
  const exchange = await run.ask('fulfilments.assign', { params: { fulfilmentId: id }, body, alsoDeclared: [409, 422] })
  const now = await readFulfilment(run, id)
  const { carrier, trackingNumber: number } = before
  const wrong = difference(exchange.status === 200 ? body : { carrier, trackingNumber: number }, now)
  run.verify(rule, exchange, wrong === undefined, 'the number that the answer says the parcel has', wrong)
}

/** A carrier that nobody knows is kept as it was named; one that is left out is told by the shape of the number. */
async function checkCarriers(run: Run, { id }: Row): Promise<void> {
  const rule = 'fulfilments.tracking'
  const params = { fulfilmentId: id }
  const own = filled('Örebro <b>&amp; “Bikes” ', 60)
  const named: [carrier: string, body: { carrier?: string; trackingNumber: string }][] = [
    [own, { carrier: ` ${own} `, trackingNumber: trackingNumber() }],
    ...Object.entries(universal).map(
      ([carrier, numberOf]) => [carrier, { trackingNumber: numberOf() }] as [string, { trackingNumber: string }],
    ),
  ]
  for (const [carrier, body] of named) {
    const exchange = await run.succeed(rule, 'fulfilments.assign', { params, body })
    const wrong = difference({ carrier, trackingNumber: body.trackingNumber }, recordOf(exchange))
    run.verify(rule, exchange, wrong === undefined, `${body.trackingNumber} of ${carrier}`, wrong)
  }
}
