import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/transactions'

/** Tables of an organization that stay where they are, each with why. Every other one that has an organization travels. */
export const staying: ReadonlyMap<string, string> = new Map([
  ['api_tokens', 'are secrets; the archive names them, as they are made anew'],
  ['archive_imports', 'are the archives that were taken over here'],
  ['archive_parts', 'are the archives that were taken over here'],
  ['board_sums', 'is added up from other rows'],
  ['bulk_job_rows', 'is what a job has done to each record, which can be undone for a day'],
  ['bulk_jobs', 'is work, which whoever was left does'],
  ['changes', 'tells open pages what to read again'],
  ['collaboration_campaigns', 'are rights of a partner, who has agreed to share with the organization that was left'],
  ['figure_changes', 'notes of when the rows of a figure have changed'],
  ['figure_days', 'says which days are added up'],
  ['figure_proofs', 'says when what is added up was compared with its rows'],
  ['figure_sums', 'is added up from other rows'],
  ['idempotency_keys', 'answers a creation that is sent again'],
  ['invites', 'are secret links into the organization that was left'],
  ['list_counts', 'is counted from other rows'],
  ['member_devices', 'is where somebody was seen'],
  ['memberships', 'are accounts; people travel as what they are called'],
  ['outbox', 'is work, which whoever was left does'],
  ['past_people', 'travel as people'],
  ['payment_link_tokens', 'are secrets of customers'],
  ['report_mails', 'is who has a report mailed to themselves, which they ask for anew'],
  ['sheet_import_lines', 'is what can be undone for a day'],
  ['sheet_imports', 'is what can be undone for a day'],
  ['telephone_tokens', 'are secrets; the archive names them, as they are made anew'],
  ['wait_days', 'is worked out from other rows'],
  ['webhook_deliveries', 'is told to other systems by whoever was left'],
  ['webhook_events', 'is what gateways told; what came of it travels'],
  ['webhook_tries', 'is what other systems answered'],
  ['webhooks', 'are signed with secrets; the archive names them, as they are made anew'],
])

/** What an organization has from its first moment; it gives way to what the archive has. */
export const fromTheBeginning: readonly string[] = ['agent_permissions', 'order_mails', 'sellers', 'team_goals']

/** What is told of an organization from its first moment, and goes on. */
export const history = 'audit_entries'

interface Special {
  /** What is written of a column instead of what it holds. */
  written?: Readonly<Record<string, string>>
  /** Columns that are not written, and what they hold where it is taken over; nothing unless told. */
  made?: Readonly<Record<string, string | null>>
  /** Texts that ids are part of, or what programs have written with such texts in it. */
  withIds?: readonly string[]
}

const nobodysHash = `replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`
/** Nobody pays by a link that stands in a mail of whoever was left. */
const withoutLinks = (column: string) => `regexp_replace(${column}, '(/pay/)[A-Za-z0-9_-]{16,}', '\\1-', 'g')`
const unlessSecret = { enabled: 'enabled and secrets is null' }

/** What travels of a table in another way than it is kept: secrets stay, and nothing waits that would be sent or asked for. */
const special: Readonly<Record<string, Special>> = {
  // Numbered by the database.
  audit_entries: { made: { id: null } },
  // The partner has agreed with the organization that was left.
  collaborations: {
    written: { state: `case when state = 'declined' then state else 'ended' end` },
    made: { partner_org_id: null, token_hash: nobodysHash },
  },
  gateway_instances: { written: unlessSecret, made: { secrets: null } },
  mails: {
    written: {
      state: `case when state in ('queued', 'held') then 'dropped' else state end`,
      html: withoutLinks('html'),
      plain_text: withoutLinks('plain_text'),
    },
    made: { unrendered: null },
    withIds: ['dedupe_key'],
  },
  payment_attempts: { made: { return_token: null, ask_at: null } },
  payment_links: { made: { token_hash: nobodysHash, code_hash: null, sealed_code: null, settle_at: null } },
  plugin_instances: {
    written: { ...unlessSecret, verified_at: 'case when secrets is null then verified_at end' },
    made: { secrets: null },
  },
  refunds: { made: { ask_at: null } },
  sandbox_payments: { withIds: ['idempotency_key'] },
  sandbox_refunds: { withIds: ['idempotency_key'] },
  // A filter has several ids with commas between them.
  saved_views: { withIds: ['address'] },
}

/** A table that travels. */
export interface Kind {
  name: string
  columns: { name: string; type: string; written: string }[]
  /** Columns that are not written, with what makes their value. */
  made: readonly [name: string, value: string][]
  withIds: readonly string[]
  /** Columns that name people with an account; of others they are empty. */
  accounts: ReadonlySet<string>
  /** The column that says whose alone it is, who is a member; without them it is left. Nobody's is everybody's. */
  ofMember: string | undefined
  key: readonly string[]
}

interface Found {
  name: string
  columns: { name: string; type: string }[]
  key: string[] | null
  leads: { to: string; columns: string[] }[] | null
}

/** What travels, by the description that the database has of itself, each behind what its rows lead to. */
export async function readKinds(tx: Transaction): Promise<Kind[]> {
  const { rows } = await tx.execute<Found & Record<string, unknown>>(sql`
    select relname::text as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'org_id'
      ) as columns,
      (select json_agg(attname order by array_position(conkey, attnum)) from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = any (conkey) where conrelid = tables.oid and contype = 'p') as key,
      (select json_agg(json_build_object('to', target.relname, 'columns', (select json_agg(attname) from pg_attribute
          where attrelid = conrelid and attnum = any (conkey) and attname <> 'org_id')))
        from pg_constraint join pg_class as target on target.oid = confrelid where conrelid = tables.oid and contype = 'f') as leads
    from pg_class as tables
    where relkind in ('r', 'p') and not relispartition and relnamespace = to_regnamespace(quote_ident(current_schema()))
      and exists (select from pg_attribute where attrelid = tables.oid and attname = 'org_id' and not attisdropped)
    order by 1`)
  return inOrder(rows.filter(({ name }) => !staying.has(name)))
}

function inOrder(found: readonly Found[]): Kind[] {
  const left = new Map(found.map((one) => [one.name, one]))
  const kinds: Kind[] = []
  while (left.size > 0) {
    const before = left.size
    for (const one of left.values()) {
      if ((one.leads ?? []).some(({ to }) => to !== one.name && left.has(to))) continue
      kinds.push(kindOf(one))
      left.delete(one.name)
    }
    if (left.size === before) throw new Error(`tables lead to one another in a circle: ${[...left.keys()].join(', ')}`)
  }
  return kinds
}

function kindOf({ name, columns, key, leads }: Found): Kind {
  const { written = {}, made = {}, withIds = [] } = special[name] ?? {}
  const to = (target: string) => (leads ?? []).filter((one) => one.to === target).flatMap((one) => one.columns)
  return {
    name,
    columns: columns
      .filter((column) => !(column.name in made))
      .map((column) => ({ ...column, written: written[column.name] ?? `"${column.name}"` })),
    made: Object.entries(made).flatMap(([column, value]) => (value === null ? [] : [[column, value] as const])),
    withIds,
    accounts: new Set(to('users')),
    ofMember: to('memberships')[0],
    key: (key ?? []).filter((column) => column !== 'org_id'),
  }
}
