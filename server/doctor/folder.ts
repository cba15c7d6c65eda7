import { constants, type StatsFs } from 'node:fs'
import { access, readFile, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Config, InvalidConfig } from '../config'
import { holdsDatabase } from '../db/pglite/folder'
import { keysOf } from '../secrets'
import { type Finding, fine, lineOf, wrong } from './finding'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Whether the keys that seal secrets can be read; ends with whether there are any. */
export async function* keyFindings({ secretKey, secretFile }: Config): AsyncGenerator<Finding, boolean> {
  try {
    if (secretKey === undefined) keysOf(await readFile(secretFile, 'utf8'), secretFile)
    else keysOf(secretKey, 'SECRET_KEY')
    yield fine('The keys that seal secrets can be read')
    return true
  } catch (error) {
    if (error instanceof InvalidConfig) yield wrong(error.message)
    else if (codeOf(error) === 'ENOENT') yield fine(`${secretFile} is made when the server first starts`)
    else yield wrong(`${secretFile} can't be read: ${lineOf(error)}; let the account of the server own it`)
    return false
  }
}

/** Bytes that a server should have left at least. */
const littleRoom = 200 * 2 ** 20

/** Whether the folder of the embedded database, or of the key, can be written to, and has room. */
export async function* folderFindings({ dataDir, databaseUrl, secretKey }: Config): AsyncGenerator<Finding> {
  yield* temporaryFindings()
  if (databaseUrl !== undefined && secretKey !== undefined) return
  const folder = resolve(dataDir)
  try {
    const there = await nearest(folder)
    await access(there, constants.W_OK | constants.X_OK)
    const disk = await statfs(there)
    // Such as /proc, in which nothing can be made.
    if (disk.type === procfs) return yield wrong(`DATA_DIR ${folder} can't be written to: choose another one`)
    yield roomFinding(`DATA_DIR ${folder}`, disk)
    if (databaseUrl === undefined) await holdsDatabase(join(folder, 'postgres'))
  } catch (error) {
    const isDamaged = error instanceof Error && error.name === 'FolderUnusable'
    const why = codeOf(error) === 'ENOTDIR' ? 'a file is in the way' : codeOf(error) || lineOf(error)
    yield wrong(
      isDamaged ? lineOf(error) : `DATA_DIR ${folder} can't be made or written to: ${why}; choose another one`,
    )
  }
}

const procfs = 0x9fa0

function roomFinding(place: string, { bavail, bsize }: StatsFs): Finding {
  const mebibytes = Math.floor((bavail * bsize) / 2 ** 20)
  return bavail * bsize < littleRoom
    ? wrong(`The disk of ${place} has ${mebibytes} MiB left: make room, 200 MiB at least`)
    : fine(`${place} can be written to, with ${mebibytes} MiB left`)
}

/** Whether there is room for what is put down for a while: the copy of the app, and downloads of archives. */
async function* temporaryFindings(): AsyncGenerator<Finding> {
  const folder = tmpdir()
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    yield roomFinding(`TMPDIR ${folder}`, await statfs(folder))
  } catch (error) {
    yield wrong(`TMPDIR ${folder} can't be written to: ${codeOf(error) || lineOf(error)}; choose another one`)
  }
}

/** The folder itself, or the nearest above it that is there. */
async function nearest(path: string): Promise<string> {
  try {
    if ((await stat(path)).isDirectory()) return path
    throw Object.assign(new Error('a file is in the way'), { code: 'ENOTDIR' })
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    return nearest(dirname(path))
  }
}
