import { bigint, date, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment, orgId } from './columns'

const kept = (name: string) => bigint(name, { mode: 'number' })

/**
 * What the rows of a day or a month add up to, of an organization's days that are long over: of all of them and by each value of
 * what figures are split by. Written by a job alone (0075_figures); cents, or how many.
 */
export const figureSums = pgTable(
  'figure_sums',
  {
    orgId: orgId(),
    list: text('list', { enum: ['orders', 'orderLines', 'transactions', 'calls'] }).notNull(),
    grain: text('grain', { enum: ['day', 'month'] }).notNull(),
    /** By which of the keys: campaign 1, agent 2, gateway 4, offer 8. A key may be of no record. */
    split: smallint('split').notNull(),
    firstDay: date('first_day').notNull(),
    campaignId: uuid('campaign_id'),
    agentId: uuid('agent_id'),
    gatewayInstanceId: uuid('gateway_instance_id'),
    offerId: uuid('offer_id'),
    sold: kept('sold'),
    placed: kept('placed'),
    taxed: kept('taxed'),
    kept: kept('kept'),
    givenBack: kept('given_back'),
    linked: kept('linked'),
    linkOpened: kept('link_opened'),
    linkTried: kept('link_tried'),
    linkPaid: kept('link_paid'),
    soldLines: kept('sold_lines'),
    soldUnits: kept('sold_units'),
    countedCalls: kept('counted_calls'),
    soldCalls: kept('sold_calls'),
    paidCalls: kept('paid_calls'),
    charged: kept('charged'),
    refunded: kept('refunded'),
    net: kept('net'),
    approved: kept('approved'),
    declined: kept('declined'),
    tried: kept('tried'),
  },
  (table) => [index('figure_sums_of').on(table.orgId, table.list, table.grain, table.split, table.firstDay)],
)

/** How long the paid calls of a day that is long over took, in seconds from the shortest on, and what each was of (0092_wait_days). */
export const waitDays = pgTable(
  'wait_days',
  {
    orgId: orgId(),
    firstDay: date('first_day').notNull(),
    seconds: integer('seconds').array().notNull(),
    campaignIds: uuid('campaign_ids').array().notNull(),
    agentIds: uuid('agent_ids').array().notNull(),
    offerIds: uuid('offer_ids').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.firstDay] })],
)

/** What each agent has sold in a day that is long over, as the leaderboard has it; cents, or how many (0082_board_sums). */
export const boardSums = pgTable(
  'board_sums',
  {
    orgId: orgId(),
    firstDay: date('first_day').notNull(),
    agentId: uuid('agent_id').notNull(),
    net: kept('net').notNull(),
    orders: kept('orders').notNull(),
    total: kept('total').notNull(),
    /** Calls that count for the close rate, and those of them in which something was sold. */
    calls: kept('calls').notNull(),
    sold: kept('sold').notNull(),
  },
  (table) => [
    index('board_sums_of').on(table.orgId, table.firstDay),
    index('board_sums_of_agent').on(table.orgId, table.agentId, table.firstDay),
  ],
)

/** Which days and months are kept, by which zone's clocks. */
export const figureDays = pgTable(
  'figure_days',
  {
    orgId: orgId(),
    grain: text('grain', { enum: ['day', 'month'] }).notNull(),
    firstDay: date('first_day').notNull(),
    zone: text('zone').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.grain, table.firstDay] })],
)

/** Of when rows have changed since they were added up; only ever added to, so that nobody waits for anybody here. */
export const figureChanges = pgTable('figure_changes', { orgId: orgId(), at: moment('at').notNull() }, (table) => [
  index('figure_changes_at').on(table.orgId, table.at),
])

/** When all that is kept of an organization was last compared with its rows. */
export const figureProofs = pgTable('figure_proofs', {
  orgId: orgId().primaryKey(),
  provenAt: moment('proven_at').notNull(),
})
