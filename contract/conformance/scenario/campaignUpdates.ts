import { atOnce } from '../engine/atOnce'
import { change, collateral, difference, disagreement } from '../engine/compare'
import { Blocked } from '../engine/errors'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, walk } from '../engine/listing'
import { restorable, updatable } from '../engine/restorable'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'
import type { World } from '../engine/world'
import { mayMove, readCampaign } from './campaignBasics'

/** New values, twice for each field, so that an update that answers the one before is seen. */
const newValues = (name: string, before: unknown, marker: string, isFull: boolean): unknown[] => {
  // Only the contract says how much a field takes at most.
  const longest = (length: number) => (isFull ? [marker.padEnd(length - 1, 'long ').concat('z')] : [])
  switch (name) {
    case 'status':
      return before === 'active' ? ['completed', 'active', 'completed'] : ['active', 'completed', 'active']
    case 'mustAgreeToTerms':
      return [before !== true, before === true, before !== true]
    case 'startDate':
      return ['2001-02-03', '2000-02-29', '2000-03-01T22:15:00-05:00', '2000-03-01T03:20:00+09:30']
    case 'endDate':
      return ['2091-12-31', '2092-01-01', '2092-03-01T22:15:00-05:00']
    case 'termsOfService':
      return [
        '',
        `${marker} line one\nline two\n\n  indented “quoted” <p>&amp;</p> 条款`,
        `${marker} ${'long '.repeat(1_000)}end`,
        ...longest(20_000),
      ]
    case 'internalNote':
      return [`${marker} note\nÅse\t🎧`, '', `${marker} note two`, ...longest(5_000)]
    case 'category':
      return [`${marker} Küche`, `${marker} Home`, ...longest(100)]
    default:
      return [`${marker} “Ünïcödé” & <b>, twice  blank`, `${marker} renamed`, ...longest(200)]
  }
}

/** The campaigns to change: together they have as many restorable fields as there are. */
async function chosenCampaigns(run: Run, tenant: Tenant): Promise<{ campaign: Row; names: string[] }[]> {
  const missing = new Set<string>(updatable)
  const read: { campaign: Row; fields: string[] }[] = []
  for (const { id } of tenant.campaigns.slice(0, 20)) {
    const campaign = await readCampaign(run, id)
    read.push({ campaign, fields: Object.keys(restorable(campaign)) })
  }
  const chosen: { campaign: Row; names: string[] }[] = []
  for (const { campaign, fields } of read.toSorted((a, b) => b.fields.length - a.fields.length)) {
    const names = fields.filter((name) => missing.has(name))
    if (names.length > 0) chosen.push({ campaign, names })
    for (const name of names) missing.delete(name)
  }
  if (missing.size > 0) {
    const left = [...missing].join(', ')
    run.recorder.skip('campaigns.update', `no campaign has a value of ${left} that could be put back`)
  }
  return chosen
}

export async function checkUpdates(run: Run, world: World): Promise<void> {
  const tenant = world.first
  const query = { organizationId: tenant.organizationId, resource: 'campaigns' as const }
  const chosen = await chosenCampaigns(run, tenant)
  if (chosen.length === 0) throw new Blocked('no campaign has a field that could be put back')
  const before = await walk(run, query)
  const meant = new Set(chosen.map(({ campaign }) => campaign.id))
  for (const { campaign, names } of chosen) {
    run.journal.campaign(campaign.id, tenant.account.name, restorable(campaign))
    let current = campaign
    for (const name of names) {
      for (const value of newValues(name, campaign[name], world.marker, run.isFull)) {
        current = await updateAndRead(run, current, { [name]: value })
      }
    }
    const [one, two] = names.filter((name) => name === 'name' || name === 'internalNote' || name === 'category')
    if (one !== undefined && two !== undefined) await checkAtOnce(run, campaign.id, [one, two], world.marker)
    current = await readCampaign(run, campaign.id)
    await updateAndRead(run, current, restorable(campaign))
  }
  const after = await walk(run, query)
  const harmed = collateral(before.rows, after.rows, meant, mayMove)
  run.verify('campaigns.others', after.exchange, harmed === undefined, 'the other campaigns as they were', harmed)
}

/** Sends an update and proves it by the answer and by reading; returns the campaign as it is now. */
export async function updateAndRead(run: Run, before: Row, update: Fields): Promise<Row> {
  const params = { campaignId: before.id }
  const exchange = await run.succeed('campaigns.update', 'campaigns.update', { params, body: update })
  const answered = recordOf(exchange)
  run.verify('campaigns.update', exchange, answered.id === before.id, `the id ${before.id}`, `the id ${answered.id}`)
  const wrong = difference(update, answered)
  run.verify('campaigns.update', exchange, wrong === undefined, 'the changed fields in the answer', wrong)
  const row = await readCampaign(run, before.id)
  const differs = disagreement(answered, row)
  run.verify('campaigns.update', exchange, differs === undefined, 'the answer as the campaign reads', differs)
  judgeRead(run, exchange, before, row, update)
  return row
}

function judgeRead(run: Run, exchange: Exchange, before: Row, row: Row, update: Fields): void {
  run.verify('campaigns.get', exchange, row.id === before.id, `the id ${before.id}`, `the id ${row.id}`)
  const unread = difference(update, row)
  run.verify('campaigns.update', exchange, unread === undefined, 'the changed fields when read', unread)
  const moved = change(before, row, new Set([...Object.keys(update), ...mayMove]))
  run.verify('campaigns.partial', exchange, moved === undefined, 'the other fields as they were', moved)
}

async function checkAtOnce(run: Run, campaignId: string, names: string[], marker: string): Promise<void> {
  for (let round = 1; round <= 5; round += 1) {
    const fields = Object.fromEntries(names.map((name) => [name, `${marker} at once ${name} ${round}`]))
    const [exchange] = await atOnce(run, Object.entries(fields), ([name, value]) =>
      run.succeed('campaigns.concurrent', 'campaigns.update', { params: { campaignId }, body: { [name]: value } }),
    )
    const lost = difference(fields, await readCampaign(run, campaignId))
    if (
      exchange &&
      !run.verify('campaigns.concurrent', exchange, lost === undefined, 'the fields of both updates', lost)
    )
      return
  }
}
