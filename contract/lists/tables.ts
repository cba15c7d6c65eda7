import { auditList } from './audit'
import { bulkJobList, bulkRowList } from './bulkJobs'
import { collaborationList } from './collaborations'
import type { ListDescription } from './description'
import { lists } from './lists'
import { mailList } from './mails'
import { memberList } from './members'
import type { ListName } from './names'
import { soldOrderList } from './soldOrders'
import { webhookDeliveryList } from './webhookDeliveries'

/** Every list that a table of its own shows, by the name of its resource. */
const tables = {
  ...lists,
  audit: auditList,
  bulkJobs: bulkJobList,
  bulkRows: bulkRowList,
  collaborations: collaborationList,
  mails: mailList,
  members: memberList,
  soldOrders: soldOrderList,
  webhooks: webhookDeliveryList,
} as const satisfies Readonly<Record<ListName, ListDescription>>

/** The description of a list; undefined for what is none, or is none any more. */
export const listNamed = (name: string): ListDescription | undefined =>
  Object.hasOwn(tables, name) ? tables[name as ListName] : undefined
