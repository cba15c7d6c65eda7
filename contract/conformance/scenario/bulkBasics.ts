import { Blocked } from '../engine/errors'
import type { Exchange } from '../engine/exchange'
import { recordOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { lookAgain } from '../engine/steps'

/** A job once its pass is over. */
export async function ended(run: Run, jobId: string) {
  const isOver = (exchange: Exchange) =>
    !['checking', 'running', 'undoing'].includes(String(recordOf(exchange)['state']))
  const read = () => run.succeed('bulkJobs.rows', 'bulkJobs.get', { params: { jobId } })
  const exchange = await lookAgain(run, { looks: 120, pause: 250 }, read, isOver)
  if (!isOver(exchange)) throw new Blocked('a bulk change has not ended within half a minute')
  return { row: recordOf(exchange), exchange }
}
