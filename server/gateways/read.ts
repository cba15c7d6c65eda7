import { sql } from 'drizzle-orm'
import type { GatewayRecord } from '../../contract/extensions/gateways'
import { startOf } from '../db/periods'
import type { Transaction } from '../db/transactions'

interface GatewayRow extends Record<string, unknown> {
  id: string
  display_name: string
  kind: GatewayRecord['kind']
  enabled: boolean
  settings: { secretKeyEnd?: string; webhookSecretEnd?: string }
  monthly_cap: number | null
  currency: string
  version: number
  created_at: string
  updated_at: string
  offers: number
  charges_today: number
  charged_today: number
  charged_this_month: number
  approved: number
  answered: number
  last_used_at: string | null
  compared_at: string | null
  differences: number | null
}

/** What the addresses of webhooks begin with, at the address that the server is reached by. */
export const webhooksOf = (publicUrl: string) => `${publicUrl}/api/v1/webhooks`

/**
 * The gateways of the transaction's organization with their figures (GW-01), by name; one of them with an id, which must be
 * one by `isId`. Days and months are those of the organization's zone. `webhooks` is the address that gateways tell.
 */
export async function readGateways(
  tx: Transaction,
  { now, webhooks, only }: { now: Date; webhooks: string; only?: string },
): Promise<GatewayRecord[]> {
  const moment = now.toISOString()
  const { rows } = await tx.execute<GatewayRow>(sql`
    with zone as (
      select currency, ${startOf('day', now)} as today, ${startOf('month', now)} as this_month
      from organizations where id = (select current_org())
    )
    select gateway.id, display_name, kind, enabled, settings, monthly_cap_cents::float8 / 100 as monthly_cap, zone.currency,
      gateway.version, gateway.created_at, gateway.updated_at,
      (select count(*)::int from offers where offers.org_id = gateway.org_id and gateway_instance_id = gateway.id
        and deleted_at is null) as offers,
      charges.*,
      (select max(created_at) from transactions
        where transactions.org_id = gateway.org_id and gateway_instance_id = gateway.id) as last_used_at,
      comparison.ended_at as compared_at,
      case when comparison.failure is null and comparison.id is not null then (
        select count(*)::int from reconciliation_differences as difference
        where difference.org_id = gateway.org_id and reconciliation_id = comparison.id) end as differences
    from gateway_instances as gateway cross join zone cross join lateral (
      select count(*) filter (where status = 'succeeded' and created_at >= zone.today)::int as charges_today,
        coalesce(sum(amount_cents) filter (where status = 'succeeded' and created_at >= zone.today), 0)::float8 / 100 as charged_today,
        coalesce(sum(amount_cents) filter (where status = 'succeeded' and created_at >= zone.this_month), 0)::float8 / 100
          as charged_this_month,
        count(*) filter (where status = 'succeeded' and created_at >= ${moment}::timestamptz - interval '30 days')::int as approved,
        count(*) filter (where status <> 'pending' and created_at >= ${moment}::timestamptz - interval '30 days')::int as answered
      from transactions
      where transactions.org_id = gateway.org_id and gateway_instance_id = gateway.id and type = 'charge'
        and created_at >= least(zone.this_month, ${moment}::timestamptz - interval '30 days')
    ) as charges left join lateral (
      select id, ended_at, failure from reconciliations
      where reconciliations.org_id = gateway.org_id and gateway_instance_id = gateway.id and ended_at is not null
      order by created_at desc, id desc limit 1
    ) as comparison on true
    where gateway.org_id = (select current_org()) and (${only ?? null}::uuid is null or gateway.id = ${only ?? null}::uuid)
    order by folded(display_name) collate "C", gateway.id`)
  return rows.map((row) => ({
    id: row.id,
    displayName: row.display_name,
    kind: row.kind,
    state: row.enabled ? 'enabled' : 'disabled',
    currency: row.currency,
    chargesToday: row.charges_today,
    chargedToday: row.charged_today,
    approvalRate: row.answered === 0 ? null : Math.round((row.approved / row.answered) * 1_000) / 10,
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
    comparedAt: row.compared_at === null ? null : new Date(row.compared_at).toISOString(),
    differencesCount: row.differences,
    monthlyCap: row.monthly_cap,
    chargedThisMonth: row.charged_this_month,
    secretKeyEnd: row.settings.secretKeyEnd ?? null,
    webhookSecretEnd: row.settings.webhookSecretEnd ?? null,
    webhookAddress: row.kind === 'sandbox' ? null : `${webhooksOf(webhooks)}/${row.kind}/${row.id}`,
    offersCount: row.offers,
    version: row.version,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }))
}
