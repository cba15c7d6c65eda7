import { gunzipSync, gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import type { ArchiveImport } from '../../../contract/extensions/archives'
import { archivePartBytes } from '../../../contract/rules/archives'
import { takeNext } from '../../../server/archive/job'
import { withEnd } from '../../../server/archive/lines'
import { newOrganization } from '../../../server/auth/organizations'
import { memberships } from '../../../server/db/schema/organizations'
import { users } from '../../../server/db/schema/users'
import { type Answer, demo, type Started } from './start'

/** The lines of an archive, but its end. */
export const linesIn = (archive: Buffer): string[] => gunzipSync(archive).toString().trimEnd().split('\n').slice(0, -1)

/** An archive of lines, with the end that belongs to them. */
export async function archiveOf(lines: readonly string[]): Promise<Buffer> {
  const whole: string[] = []
  for await (const line of withEnd(lines)) whole.push(line)
  return gzipSync(`${whole.join('\n')}\n`)
}

/** Sends archives as one person, and has them taken over as a job does. */
export function archivesOf({ app, call, database }: Started, token: string) {
  const dataOf = ({ status, body }: Answer) => {
    if (status !== 200) throw new Error(JSON.stringify(body))
    return (body as { data: ArchiveImport }).data
  }
  const saved = async (organizationId: string) => {
    const { statusCode, rawPayload } = await app.inject({
      method: 'GET',
      url: `/api/v1/organizations/${organizationId}/archive`,
      headers: { authorization: `Bearer ${token}` },
    })
    if (statusCode !== 200) throw new Error(rawPayload.toString())
    return rawPayload
  }
  const begin = (organizationId: string, bytes: number) =>
    call('POST', '/archives', { token, body: { organizationId, name: 'shop.jsonl.gz', bytes } })
  const addPart = (id: string, place: number, part: Buffer) =>
    call('PUT', `/archives/${id}/parts`, { token, body: { place, content: part.toString('base64') } })
  const post = (id: string, what: 'take' | 'give-up') => call('POST', `/archives/${id}/${what}`, { token, body: {} })
  const listed = async (organizationId: string) =>
    (await call('GET', `/archives?organizationId=${organizationId}`, { token })).body as {
      data: ArchiveImport[]
      meta: { whyNot: string | null; mostBytes: number }
    }
  const send = async (organizationId: string, archive: Buffer) => {
    const { id } = dataOf(await begin(organizationId, archive.length))
    for (let place = 0; place < archive.length; place += archivePartBytes) {
      dataOf(await addPart(id, place, archive.subarray(place, place + archivePartBytes)))
    }
    return dataOf(await post(id, 'take'))
  }
  return {
    saved,
    begin,
    addPart,
    post,
    listed,
    send,
    takeNext: () => takeNext(database, () => undefined),
    /** A new organization of the person; through the API nobody makes so many. */
    newOrganization: async (name: string) =>
      database.system(async (tx) => {
        const orgId = await newOrganization(tx, name)
        const [owner] = await tx.select({ userId: users.id }).from(users).where(eq(users.email, demo))
        if (owner) await tx.insert(memberships).values({ orgId, ...owner, role: 'owner' })
        return orgId
      }),
    /** What has become of an archive that was sent to an organization. */
    taken: async (organizationId: string, archive: Buffer) => {
      await send(organizationId, archive)
      await takeNext(database, () => undefined)
      const [newest] = (await listed(organizationId)).data
      return newest
    },
  }
}
