import { sql } from 'drizzle-orm'
import type { CampaignKind } from '../../contract/extensions/campaigns'
import type { Transaction } from './transactions'

const mostCategories = 200

/** The categories of an organization's products, each found by one look into the index, however many products are in it. */
export async function categoriesOf(tx: Transaction): Promise<{ name: string }[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    with recursive found as (
      (select category from products where org_id = (select current_org()) and category is not null
        order by category limit 1)
      union all
      select (select category from products where org_id = (select current_org()) and category > found.category
        order by category limit 1)
      from found where found.category is not null
    )
    select category as name from found where category is not null limit ${mostCategories}`)
  return rows
}

/** The categories and the types of an organization's campaigns, of which there are few enough to look at all. */
export async function campaignKindsOf(tx: Transaction): Promise<CampaignKind[]> {
  const { rows } = await tx.execute<CampaignKind>(sql`
    select field, kinds.name from campaigns
    cross join lateral (values ('category', category), ('type', type)) as kinds (field, name)
    where org_id = (select current_org()) and kinds.name <> ''
    group by field, kinds.name order by field, kinds.name limit ${2 * mostCategories}`)
  return rows
}
