import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Who runs PostgreSQL: an account, or whoever runs the tests. */
export type Account = { uid: number; gid: number } | undefined

/** PostgreSQL refuses to run as root. */
export async function unprivilegedAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {
      // No such account.
    }
  }
  throw new Error('Running as root, and there is no account to run PostgreSQL as')
}
