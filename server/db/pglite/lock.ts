import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'

/**
 * Who has opened a folder, and by which path. `started` tells a process from a later one with the same pid; null where
 * unknown.
 */
interface Holder {
  pid: number
  host: string
  started: string | null
  folder: string
}

/** Another process has opened the folder of the embedded database. */
export class FolderInUse extends Error {
  /** Whether it is by a process of this machine that knows the folder by the same path. */
  readonly isHere: boolean

  constructor(folder: string, holder: Holder | undefined) {
    const who = holder === undefined ? 'another process' : `process ${holder.pid} on ${holder.host}`
    super(`The database in ${folder} is in use by ${who}${remedy(folder, holder)}`)
    this.name = 'FolderInUse'
    this.isHere = holder?.host === hostname() && holder.folder === folder
  }
}

function remedy(folder: string, holder: Holder | undefined): string {
  const file = join(folder, ownerFile)
  // What is said of the copy is as true of a folder that two containers share, each by a path of its own.
  if (holder !== undefined && holder.folder !== folder) {
    return `, which opened it as ${holder.folder}. If this is a copy of that, delete ${file} to open it; a copy made while the database was open may be damaged.`
  }
  if (holder !== undefined && holder.host !== hostname()) {
    return `. If that process is gone for certain, or if this is a copy, delete ${file}.`
  }
  return '. Stop it, or choose another DATA_DIR, or set DATABASE_URL to use PostgreSQL.'
}

export interface FolderLock {
  release(): Promise<void>
}

const ownerFile = 'owner.json'

/**
 * Takes a folder for this process alone: PGlite itself has no lock, and two processes would ruin its files. On Linux the
 * kernel guards a socket's name and frees it however the process ends. The file beside it says who it is, and guards
 * where there is no such socket or another container shares the folder. A file left behind by a process that is gone is
 * taken over; one of another host never is, since nobody here can tell whether its process lives.
 */
export async function lockFolder(given: string): Promise<FolderLock> {
  const folder = await realpath(given)
  const path = join(folder, ownerFile)
  const socket = process.platform === 'linux' ? await holdName(folder) : undefined
  if (socket === 'taken') throw new FolderInUse(folder, await readHolder(path))
  try {
    await writeOwner(folder, path)
  } catch (error) {
    socket?.close()
    throw error
  }
  return {
    async release() {
      await rm(path, { force: true })
      socket?.close()
    },
  }
}

async function holdName(folder: string): Promise<Server | 'taken'> {
  const name = createHash('sha256').update(folder).digest('hex')
  const server = createServer((connection) => connection.destroy())
  server.listen(`\0offerdesk-${name}`)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return 'taken'
    throw error
  }
  server.unref()
  return server
}

async function writeOwner(folder: string, path: string): Promise<void> {
  const self: Holder = { pid: process.pid, host: hostname(), started: await startOf(process.pid), folder }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      return await writeFile(path, JSON.stringify(self), { flag: 'wx' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = await readHolder(path)
    if (holder !== undefined && (await mayLive(holder))) throw new FolderInUse(folder, holder)
    await discard(path, holder)
  }
  throw new FolderInUse(folder, await readHolder(path))
}

/** Moves a dead process's file away; puts it back should another process have replaced it meanwhile. */
async function discard(path: string, dead: Holder | undefined): Promise<void> {
  const aside = `${path}.${process.pid}`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  const moved = await readHolder(aside)
  await (moved?.pid === dead?.pid && moved?.started === dead?.started ? rm(aside) : rename(aside, path))
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch {
    // Gone, or cut short by a crash while it was written.
    return undefined
  }
}

async function mayLive({ pid, host, started }: Holder): Promise<boolean> {
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return started === null || started === (await startOf(pid))
}

/** The boot and the tick in which a process began, so that a reused pid is not taken for its predecessor. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const [boot, stat, namespace] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readlink(`/proc/${pid}/ns/pid`),
    ])
    // The command's name in parentheses may hold spaces; the start is the 22nd field.
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${boot.trim()} ${namespace} ${start}`
  } catch {
    return null
  }
}
