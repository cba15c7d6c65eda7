import { disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { neverGiven } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { readCampaign } from './campaignBasics'
import { makeOffer } from './offerBasics'
import { makeOne, notNow } from './sellingBasics'

/** Who sells in a campaign. */
export const membersOf = (campaign: Row) => (Array.isArray(campaign['members']) ? (campaign['members'] as Row[]) : [])

/** Somebody else of the organization, as another campaign has them. */
export async function colleague(run: Run, { first }: World, me: string): Promise<string | undefined> {
  for (const { id } of first.campaigns.slice(0, 8)) {
    const found = membersOf(await readCampaign(run, id)).find((member) => member.id !== me)
    if (found) return found.id
  }
  return undefined
}

const offersIn = async (run: Run, organizationId: string, campaignId: string): Promise<Row[]> => {
  const filters = { campaignId }
  const query = { organizationId, resource: 'offers' as const, filters, limit: 100, page: 1 }
  return (await searchPage(run, query)).rows
}

/** What a copy shares with the offer that it was made after. */
const sold = ({
  displayName,
  basePrice,
  minPrice,
  maxPrice,
  maxQuantity,
  shipPrice,
  productId,
  quantity,
  gatewayInstanceId,
}: Row): Fields => ({
  displayName,
  basePrice,
  minPrice: minPrice ?? null,
  maxPrice: maxPrice ?? null,
  maxQuantity: maxQuantity ?? null,
  shipPrice: shipPrice ?? null,
  productId,
  quantity,
  gatewayInstanceId: gatewayInstanceId ?? null,
})
const textsOf = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(sold(row))).toSorted()

/** A copy has what its campaign has, and the campaign keeps it (CP-01). */
export async function checkCopied(run: Run, world: World, { tenant, campaign }: Shop): Promise<void> {
  const { marker, first } = world
  const limits = { quantity: 4, basePrice: 9.5, minPrice: 9, maxPrice: 10, maxQuantity: 2, shipPrice: 1.25 }
  await makeOffer(run, tenant, `${marker} to be copied`, limits)
  const memberIds = membersOf(await readCampaign(run, campaign.id)).map(({ id }) => id)
  const other = await colleague(run, world, memberIds[0] ?? '')
  if (other !== undefined) {
    const body = { memberIds: [...memberIds, other] }
    await run.succeed('campaigns.members', 'campaigns.setMembers', { params: { campaignId: campaign.id }, body })
  }
  const [of, before] = [await readCampaign(run, campaign.id), await offersIn(run, tenant.organizationId, campaign.id)]
  const body = { organizationId: first.organizationId, name: `${marker} copy`, copiedFrom: campaign.id }
  const [copy, exchange] = await makeOne(run, first, 'campaigns', 'campaigns.copy', body)
  const [after, copied] = [
    await offersIn(run, tenant.organizationId, campaign.id),
    await offersIn(run, tenant.organizationId, copy.id),
  ]
  for (const { id, displayName } of copied) run.journal.made('offers', id, first.account.name, String(displayName))
  verifyCopy(run, exchange, textsOf(before), textsOf(copied), 'the offers of the campaign that it was made after')
  verifyCopy(run, exchange, textsOf(before), textsOf(after), 'the offers of the campaign itself as they were')
  const emails = (row: Row) =>
    membersOf(row)
      .map(({ email }) => String(email))
      .toSorted()
  verifyCopy(run, exchange, emails(of), emails(await readCampaign(run, copy.id)), 'the members of the campaign')
  const differs = disagreement(copy, await readCampaign(run, copy.id))
  run.verify('campaigns.copy', exchange, differs === undefined, 'the copy as it reads', differs)
  const unknown = { ...body, copiedFrom: neverGiven(campaign.id) }
  await run.refuse('campaigns.copy', 'campaigns.create', { body: unknown, isValid: true }, notNow)
}

function verifyCopy(run: Run, exchange: Exchange, due: string[], shown: string[], expected: string): void {
  const lost = due.find((one, index) => one !== shown[index])
  const isSame = due.length === shown.length && lost === undefined
  run.verify(
    'campaigns.copy',
    exchange,
    isSame,
    expected,
    `${shown.length} instead of ${due.length}; not ${lost ?? 'more'}`,
  )
}
