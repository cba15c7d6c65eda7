import { change, disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, rowsOf, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { lookAgain } from '../engine/steps'
import { type Tenant, workplaceOf } from '../engine/tenant'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import { makeOffer, tidyOffer } from './offerBasics'
import { listOf } from './paying'

/** Which campaigns are shared, and what may be done with each. */
export const sharedIn = ({ campaigns }: Fields): string =>
  listOf(campaigns)
    .map(({ campaignId, right }) => `${textOf(campaignId)} to ${textOf(right)}`)
    .toSorted()
    .join(', ')

const isSold = ({ status, archivedAt }: Fields) => status === 'active' && (archivedAt ?? null) === null

/** What both tell of a campaign; nothing is an empty text, and no demand. */
const agreedOf = ({ name, mustAgreeToTerms, termsOfService }: Fields): Fields => ({
  name,
  mustAgreeToTerms: mustAgreeToTerms === true,
  termsOfService: termsOfService ?? '',
})

/** Each campaign that is shared is told as its organization has it. */
export async function verifyShared(run: Run, told: Exchange): Promise<void> {
  for (const shared of listOf(recordOf(told)['campaigns'])) {
    const params = { campaignId: textOf(shared['campaignId']) }
    const campaign = recordOf(await run.succeed('collaborations.end', 'campaigns.get', { params }))
    const due = { ...agreedOf(campaign), isOnSale: isSold(campaign) }
    const wrong = disagreement(due, { ...shared, ...agreedOf(shared) })
    run.verify('collaborations.end', told, wrong === undefined, 'a shared campaign as it is', wrong)
  }
}

/** Of whom there is one already. */
const open: ReadonlySet<unknown> = new Set(['invited', 'active', 'paused'])

/** Whoever is invited: the second account, which then looks for what it may not see yet, unless something is shared with it. */
export async function partnerOf(run: Run, organizationId: string, otherwise: string): Promise<string> {
  const email = run.options.secondEmail?.toLowerCase()
  if (email === undefined || run.second === undefined) return otherwise
  const query = { organizationId, q: email, limit: '100' }
  const known = rowsOf(await run.succeed('collaborations.make', 'collaborations.list', { query }))
  return known.some((one) => one['email'] === email && open.has(one['state'])) ? otherwise : email
}

/** What is sold in the campaigns that are shared is what is sold in them, as their offers are. */
export async function sellsOffers(run: Run, { first, marker }: World, params: Record<string, string>): Promise<void> {
  const rule = 'collaborations.closed'
  const fields = { minPrice: 9.5, maxPrice: 60.25, shipPrice: 4.95 }
  const { row: own } = await makeOffer(run, first, `${marker} shared`, fields, rule)
  const shared = await run.succeed(rule, 'collaborations.offers', { params })
  const filters = { campaignId: workplaceOf(first).id }
  const query = { organizationId: first.organizationId, resource: 'offers' as const, filters, limit: 100, page: 1 }
  const { rows } = await searchPage(run, query)
  const known = new Map(rows.map((row) => [row.id, row]))
  const prices = ({ displayName, basePrice, minPrice, maxPrice, shipPrice }: Fields): Fields => ({
    displayName,
    basePrice,
    minPrice: minPrice ?? null,
    maxPrice: maxPrice ?? null,
    shipPrice: shipPrice ?? null,
  })
  for (const row of rowsOf(shared)) {
    const offer = known.get(row.id)
    // Somebody may have added one meanwhile.
    const wrong = offer && change(prices(offer), prices(row))
    run.verify(rule, shared, wrong === undefined, 'an offer as its campaign has it', wrong)
  }
  // No more than 500 are listed.
  const isSold = rowsOf(shared).length >= 500 || rowsOf(shared).some(({ id }) => id === own.id)
  run.verify(rule, shared, isSold, 'what is sold in the campaign that is shared')
  await tidyOffer(run, first, own.id, rule)
  if (run.options.keep === true) return
  const later = await run.succeed(rule, 'collaborations.offers', { params })
  const isLeft = rowsOf(later).some(({ id }) => id === own.id)
  run.verify(rule, later, !isLeft, 'no offer that was deleted', own.id)
}

/** Whoever is invited is mailed that, and once more when the invitation is renewed. */
export async function verifyMails(run: Run, { organizationId }: Tenant, email: unknown, since: number): Promise<void> {
  if (run.lacks('mails.list')) return
  const query = { organizationId, q: textOf(email), limit: '20' }
  const rule = 'collaborations.end'
  // Clocks differ.
  const isNew = (moment: unknown) => Date.parse(textOf(moment)) > since - 60_000
  const count = async () => {
    const found = await run.succeed(rule, 'mails.list', { query })
    const own = rowsOf(found).filter(
      ({ event, to, createdAt }) => event === 'collaboration' && to === email && isNew(createdAt),
    )
    return [found, own.length] as const
  }
  const [found, mails] = await lookAgain(run, { looks: 5, pause: 200 }, count, ([, mails]) => mails >= 2)
  run.verify(rule, found, mails >= 2, `two mails to ${textOf(email)} about what is shared`, String(mails))
}

/** What was done with a collaboration is told, the newest first. */
export async function verifyTimeline(run: Run, organizationId: string, recordId: string): Promise<void> {
  if (run.lacks('audit.timeline')) return
  const ask = { params: { resource: 'collaborations', recordId }, query: { organizationId, limit: '100' } }
  const told = await run.succeed('audit.timeline', 'audit.timeline', ask)
  const actions = rowsOf(told).map(({ action }) => textOf(action))
  const isTold = actions[0] === 'collaborations.end' && actions.at(-1) === 'collaborations.create'
  const expected = 'how it was ended first, and how it began last'
  run.verify('audit.timeline', told, isTold && actions.includes('collaborations.share'), expected, actions.join(', '))
}
