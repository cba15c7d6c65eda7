import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { NotPrepared, Unfit } from '../../../server/db/migrate'
import { rolesFor } from '../../../server/db/roles'
import { createShop } from '../db/fixtures'
import { bareCluster } from '../postgres'
import { offerdesk } from './program'

const cluster = await bareCluster()
afterAll(() => cluster?.stop())

/** A role that owns a database of its name, and may do nothing else. */
async function ordinary(name: string): Promise<string> {
  await cluster!.administer(`create role ${name} login`)
  await cluster!.administer(`create database ${name} owner ${name}`)
  return cluster!.urlFor(name, name)
}
const open = (databaseUrl: string) => openDatabase({ dataDir: '', databaseUrl })

describe.skipIf(cluster === undefined)('a role that owns its database and may nothing else', () => {
  test('is told in one line which roles are missing, and works once an administrator has made them', async () => {
    const databaseUrl = await ordinary('shopkeeper')
    const refused = await open(databaseUrl).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(NotPrepared)
    expect(await offerdesk(['migrate'], { DATABASE_URL: databaseUrl })).toEqual({
      code: 2,
      said: expect.stringMatching(
        /^offerdesk: PostgreSQL is not prepared: an administrator has to run, in this database: .*CREATE ROLE app_rw NOLOGIN; .*GRANT app_rw TO shopkeeper; .*\n$/,
      ),
    })
    const { said } = await offerdesk(['migrate', '--print-roles'], { DATABASE_URL: databaseUrl })
    expect(said).toBe(rolesFor('shopkeeper'))
    // As often as they like.
    await cluster!.administer(said)
    await cluster!.administer(said)
    const database = await open(databaseUrl)
    await createShop(database, 'Ordinary')
    await database.close()
    expect((await offerdesk(['migrate'], { DATABASE_URL: databaseUrl })).said).toBe(
      'Nothing was missing: the database is up to date.\n',
    )
    expect((await offerdesk(['migrate', '--print-roles', '--for', 'o"k'])).said).toContain('TO "o""k";')
  })

  test('is told that a newer release has been there, and that roles are gone or have lost their rights', async () => {
    const databaseUrl = await ordinary('restored')
    await cluster!.administer(rolesFor('restored'))
    await (await open(databaseUrl)).close()
    const newer = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9000000000000)`
    await cluster!.administer(newer, 'restored')
    await expect(open(databaseUrl)).rejects.toThrow(
      /^the database is of a newer release of Offerdesk: start that one, or /,
    )
    await cluster!.administer(`delete from drizzle.__drizzle_migrations where hash = 'newer'`, 'restored')

    for (const database of ['restored', 'shopkeeper']) await cluster!.administer('drop owned by app_rw', database)
    await cluster!.administer('drop role app_rw')
    await expect(open(databaseUrl)).rejects.toThrow(/ has to run, in this database: CREATE ROLE app_rw NOLOGIN; /)
    await cluster!.administer(rolesFor('restored'))
    await expect(open(databaseUrl)).rejects.toThrow(
      new Unfit(
        'the roles of this database have lost their rights, as it was restored where they were missing: let an administrator run what `offerdesk migrate --print-roles` prints, and restore the backup once more',
      ),
    )
  })

  test.each([
    ['postgresql://nobody@localhost/x', /does not let nobody in|refuses the password|role "nobody" does not exist/],
    [
      'postgresql://postgres@localhost/nowhere',
      /^there is no database nowhere: make it with createdb -O postgres nowhere/,
    ],
  ])('and whoever names %s is told what is wrong', async (given, message) => {
    const { search } = new URL(cluster!.urlFor('x', 'x'))
    await expect(open(`${given}${search}`)).rejects.toThrow(message)
  })
})
