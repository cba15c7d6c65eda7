import { change, difference } from '../engine/compare'
import { recordOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { readCampaign } from './campaignBasics'
import { filled } from '../generate/limits'
import { read, refuseOutdated } from './sellingBasics'

const scripts = ['Hello {customer.firstName},\n\n“this is {agent.name}” 名 🎁', filled('Good bye. ', 20_000), '']

/** What agents say in a campaign is kept as it was written, and is no part of the campaign itself (NO-05). */
export async function checkScript(run: Run, campaignId: string): Promise<void> {
  const params = { campaignId }
  const now = () => read(run, { account: run.first }, 'campaigns.script', 'campaigns.script', params)
  const before = await readCampaign(run, campaignId)
  for (const script of scripts) {
    const exchange = await run.succeed('campaigns.script', 'campaigns.setScript', { params, body: { script } })
    for (const shown of [recordOf(exchange), await now()]) {
      const wrong = difference({ script }, shown)
      run.verify('campaigns.script', exchange, wrong === undefined, 'the script as it was written', wrong)
    }
  }
  const seen = await run.ask('campaigns.get', { params })
  const moved = change(before, await readCampaign(run, campaignId), new Set(['updatedAt']))
  run.verify('campaigns.script', seen, moved === undefined, 'the campaign as it was', moved)
  await refuseOutdated(run, 'campaigns.setScript', { params, body: { script: 'outdated' } }, now)
}
