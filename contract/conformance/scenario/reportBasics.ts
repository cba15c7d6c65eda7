import type { Report } from '../../extensions/reports'
import { isSplitBy, measureNames } from '../../rules/measures'
import type { Exchange } from '../engine/exchange'
import { withOffset } from '../engine/moments'
import type { Run } from '../engine/run'
import { dataOf } from './paying'

/** A comparison counts only when it fails twice, as others may be selling meanwhile. */
export async function verifyTwice(
  run: Run,
  rule: 'reports.figures' | 'reports.csv' | 'orders.sums' | 'orderLines.sums' | 'calls.sums',
  compare: () => Promise<{ exchange: Exchange; wrong: string | undefined }>,
): Promise<void> {
  const first = await compare()
  const { exchange, wrong } = first.wrong === undefined ? first : await compare()
  run.verify(rule, exchange, wrong === undefined, 'what the rows of the lists come to', wrong)
}

/** Those that offers split, and those that gateways do; all go by everything else that these reports are split by. */
export const ofItems = measureNames.filter((name) => isSplitBy(name, 'offer'))
export const ofOthers = measureNames.filter((name) => isSplitBy(name, 'gateway'))

/** From a moment to another, each as it is written somewhere else. */
export const elsewhere = (from: string, last: number) => ({
  from: withOffset(new Date(from), '+05:30'),
  to: withOffset(new Date(last), '-03:30'),
})

export const reportOf = (run: Run, organizationId: string, asked: object) =>
  run.succeed('reports.figures', 'reports.read', { body: { organizationId, ...asked } })

// An answer of another shape was found before.
export const reportIn = (exchange: Exchange) => dataOf(exchange) as unknown as Report
