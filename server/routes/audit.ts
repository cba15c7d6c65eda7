import { byteOrderMark, csvLine } from '../../contract/rules/csv'
import { ownOrganization, readableOrganization, refuseToTokens } from '../auth/access'
import { auditAfter, auditPage, type AuditPlace, type AuditQuestion } from '../db/audit'
import type { Database } from '../db/database'
import { zoneOfOrganization } from '../db/organizations'
import { recordTimeline } from '../db/recordTimeline'
import type { Handlers } from '../http/contract'
import { streamed } from '../http/csvStream'
import { notFound } from '../http/errors'
import type { Services } from './services'

/** So many entries are read at once, and no transaction waits for who reads slowly. */
const atOnce = 500

export const auditHandlers = ({ database }: Services): Handlers['audit'] => ({
  list: async ({ query: { organizationId, limit, page, ...question }, caller }) => {
    const orgId = readableOrganization(caller, organizationId, 'audit.list')
    const { data, total } = await database.tenant(orgId, (tx) => auditPage(tx, orgId, question, { limit, page }))
    return { data, meta: { total } }
  },

  csv: async ({ query: { organizationId, ...question }, caller }) => {
    const orgId = readableOrganization(caller, organizationId, 'audit.csv')
    return streamed(linesOf(database, orgId, question))
  },

  // Who may read a record may read what has happened to it.
  timeline: async ({ params, query: { organizationId, limit, page }, caller }) => {
    const call = `${params.resource}.get`
    refuseToTokens(caller, call)
    // Of oneself everybody reads.
    const isOwn = params.resource === 'members' && params.recordId.toLowerCase() === caller.userId
    const orgId = isOwn ? ownOrganization(caller, organizationId) : readableOrganization(caller, organizationId, call)
    const found = await database.tenant(orgId, (tx) => recordTimeline(tx, orgId, params, { limit, page }))
    if (!found) throw notFound('Record')
    return { data: found.data, meta: { total: found.total } }
  },
})

/** The entries as CSV, each moment where the organization is. */
async function* linesOf(
  database: Pick<Database, 'tenant'>,
  orgId: string,
  question: AuditQuestion,
): AsyncGenerator<string, void> {
  const timeZone = await database.tenant(orgId, (tx) => zoneOfOrganization(tx, orgId))
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const head = [`When (${timeZone})`, 'Who', 'Action', 'Record', 'Record id', 'What', 'Field', 'Before', 'After']
  let after: AuditPlace | undefined
  let begin = byteOrderMark + csvLine(head)
  do {
    const found = await database.tenant(orgId, (tx) => auditAfter(tx, orgId, question, { after, limit: atOnce }))
    const lines = found.entries.flatMap(({ createdAt, actor, action, record, part, kind, changes }) => {
      const who = actor.name ?? actor.kind
      const common = [clock.format(new Date(createdAt)), who, action ?? '', record.name ?? record.resource, record.id]
      const what = part ? `${part} ${kind}` : kind
      return changes.map((change) =>
        csvLine([
          ...common,
          what,
          change.field,
          ...(change.isSecret ? ['', 'changed'] : [change.before, change.after]),
        ]),
      )
    })
    yield begin + lines.join('')
    begin = ''
    after = found.next
  } while (after)
}
