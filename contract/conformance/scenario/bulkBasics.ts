import { Blocked } from '../engine/errors'
import { recordOf } from '../engine/listing'
import type { Run } from '../engine/run'

/** A job once its pass is over. */
export async function ended(run: Run, jobId: string) {
  for (let looks = 0; looks < 120; looks += 1) {
    const exchange = await run.succeed('bulkJobs.rows', 'bulkJobs.get', { params: { jobId } })
    const row = recordOf(exchange)
    if (!['checking', 'running', 'undoing'].includes(String(row['state']))) return { row, exchange }
    await run.sender.pause(250)
  }
  throw new Blocked('a bulk change has not ended within half a minute')
}
