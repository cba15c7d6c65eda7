/** As whom a backup reads: every row of every table, and nothing is written. */
export const backupRole = 'app_backup'

/** As whom all that an organization has is read, and taken over: its triggers don't tell of it once more. */
export const archiveRole = 'app_archive'

/** The roles that transactions run as, and the one that owns the search: the migrations give them their rights. */
export const ownRoles = [
  'app_rw',
  'app_system',
  'app_partner',
  'search_reader',
  'app_own',
  'app_selling',
  archiveRole,
  backupRole,
] as const

/** Those that have all rights of `app_rw`, less what a policy or a condition of a trigger keeps from them. */
export const narrowed = ['app_own', 'app_selling', archiveRole] as const

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * What an administrator runs, once for a cluster and as often as they like, so that a role that owns its database and may
 * nothing else can migrate it.
 */
export const rolesFor = (
  owner: string,
): string => `-- To be run by an administrator of PostgreSQL, as often as you like:
--   offerdesk migrate --print-roles | psql -U postgres
-- The role that owns the database, here ${quoted(owner)}, has to be there before.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[${ownRoles.map((role) => `'${role}'`).join(', ')}] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', name);
    END IF;
  END LOOP;
END
$$;
${narrowed.map((role) => `GRANT app_rw TO ${role};`).join('\n')}
GRANT ${ownRoles.join(', ')} TO ${quoted(owner)};
`
