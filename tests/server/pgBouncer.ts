import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../freePort'
import { unprivilegedAccount } from './account'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) =>
  existsSync(path),
)

export const hasPgBouncer = program !== undefined

/** Fewer than a server of ours holds, so that connections change hands. */
const connectionsToPostgres = 4

/** PgBouncer in transaction mode before a database that is reached by a socket; it ends with this process at the latest. */
export async function startPgBouncer(directUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  if (program === undefined) throw new Error('PgBouncer is not installed: apt-get install pgbouncer')
  const account = await unprivilegedAccount()
  const folder = await mkdtemp(join(tmpdir(), 'offerdesk-pgbouncer-'))
  const { username, pathname, searchParams } = new URL(directUrl)
  const port = await freePort()
  const settings = `[databases]
* = host=${searchParams.get('host') ?? ''}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${connectionsToPostgres}
max_client_conn = 500
`
  await writeFile(join(folder, 'pgbouncer.ini'), settings)
  await writeFile(join(folder, 'users.txt'), `"${username}" ""\n`)
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], { ...account, cwd: folder, stdio: 'ignore' })
  child.unref()
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const url = `postgresql://${username}@127.0.0.1:${port}${pathname}`
  await untilThere(url)
  return {
    url,
    stop: async () => {
      process.removeListener('exit', kill)
      child.ref()
      const ended = once(child, 'exit')
      kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilThere(url: string): Promise<void> {
  for (let left = 200; ; left -= 1) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (left === 0) throw error
      await delay(25)
    }
  }
}
