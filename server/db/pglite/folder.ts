import { constants } from 'node:fs'
import { access, type FileHandle, lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DiskFull, diskFull } from '../errors'

/** The folder of the embedded database can't be used as it is. Its message is one line that says what to do. */
export class FolderUnusable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FolderUnusable'
  }
}

export const damaged = (folder: string, how: string) =>
  new FolderUnusable(
    `The database in ${folder} is damaged: ${how}. Put the folder back from a backup, or move it away to begin with an empty database.`,
  )

/** What an engine that stopped or did not start said, as an error that says what to do. */
export const engineFailure = (folder: string, how: string): FolderUnusable | DiskFull =>
  /no space left on device|quota exceeded/i.test(how) ? new DiskFull(dirname(folder)) : damaged(folder, how)

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/**
 * Makes the folder of the database, and those above it. Step by step: Node's own way to make a whole path never ends
 * where the file system takes no folders, as in /proc. Throws {@link FolderUnusable}.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makePath(path)
    await access(path, constants.W_OK)
  } catch (error) {
    if (diskFull(error)) throw new DiskFull(path)
    const why = codeOf(error) === 'ENOTDIR' ? 'a file is in the way' : codeOf(error) || String(error)
    throw new FolderUnusable(`DATA_DIR ${path} can't be made or written to: ${why}. Choose another one.`)
  }
}

async function makePath(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    // It is there; should it be a file, it can't be listed.
    if (codeOf(error) === 'EEXIST') return void (await readdir(path))
    const above = dirname(path)
    if (codeOf(error) !== 'ENOENT' || above === path || (await exists(above))) throw error
    await makePath(above)
    await mkdir(path)
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** What no folder of a database is without. */
const landmarks = ['PG_VERSION', 'global/pg_control']

/**
 * Whether there is a database in the folder. One that holds something else, or only parts of a database, must not be
 * taken for an empty one: {@link FolderUnusable}.
 */
export async function holdsDatabase(folder: string): Promise<boolean> {
  if (!(await exists(folder))) return false
  const names = await readdir(folder).catch((error: unknown) => {
    throw damaged(folder, `it can't be read (${codeOf(error)})`)
  })
  if (names.length === 0) return false
  for (const landmark of landmarks) {
    if (!(await exists(join(folder, landmark)))) throw damaged(folder, `${landmark} is missing`)
  }
  return true
}

/**
 * Makes the folder's database beside it, and moves it to its place once it is whole and on the disk: what a crash left
 * half made never counts as a database.
 */
export async function createDatabase(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  const making = `${folder}.new`
  await rm(making, { recursive: true, force: true })
  await mkdir(making)
  try {
    await make(making)
    await syncAll(making)
  } catch (error) {
    // Half a database may be what has filled the disk.
    await rm(making, { recursive: true, force: true })
    throw error
  }
  if (await exists(folder)) await rmdir(folder)
  await rename(making, folder)
  await sync(dirname(folder))
}

async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    await (entry.isDirectory() ? syncAll(path) : sync(path))
  }
  await sync(folder)
}

async function sync(path: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, 'r')
    await handle.sync()
  } catch (error) {
    // Windows opens no folders, and keeps their names by itself.
    if (process.platform !== 'win32') throw error
  } finally {
    await handle?.close()
  }
}
