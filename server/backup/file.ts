import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { access, constants, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { InvalidConfig } from '../config'
import { DiskFull, diskFull } from '../db/errors'
import { lives } from '../lives'
import { BadBackup, checked, cut, drained, type Lines, type Summary } from './lines'
import { inChunks, unzippedLines, zipped } from './zipped'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Writes lines to whoever reads what this program says. */
export const writeOut = (lines: Lines): Promise<void> =>
  pipeline(Readable.from(inChunks(lines), { objectMode: false }), zipped(), process.stdout, { end: false })

/** Throws {@link InvalidConfig} where a file can't be made. */
export async function refusePlace(file: string): Promise<void> {
  const folder = dirname(resolve(file))
  if (existsSync(file)) {
    const isFolder = (await stat(file)).isDirectory()
    throw new InvalidConfig(
      isFolder ? `${file} is a folder: name a file in it` : `${file} is there already: choose another name`,
    )
  }
  try {
    if (!(await stat(folder)).isDirectory()) throw new InvalidConfig(`${folder} is no folder`)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof InvalidConfig) throw error
    throw new InvalidConfig(
      codeOf(error) === 'ENOENT' ? `there is no folder ${folder}` : `${folder} can't be written to: ${codeOf(error)}`,
    )
  }
}

const ending = '.unfinished'

/** Takes away what those have left of a file who were killed while they wrote it. */
async function clearAway(file: string): Promise<void> {
  const folder = dirname(resolve(file))
  for (const name of await readdir(folder)) {
    const rest = name.startsWith(`${basename(file)}.`) && name.endsWith(ending)
    const pid = Number(name.slice(basename(file).length + 1, -ending.length))
    if (rest && Number.isInteger(pid) && !lives(pid)) await rm(join(folder, name), { force: true })
  }
}

/**
 * Writes lines into a file that others can't read, which has its name once it is whole, on the disk, and was read again.
 * Answers what `check` has read in it.
 */
export async function writeFile<T>(file: string, lines: Lines, check: (file: string) => Promise<T>): Promise<T> {
  const target = resolve(file)
  await clearAway(target)
  const making = `${target}.${process.pid}${ending}`
  try {
    const stream = createWriteStream(making, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(inChunks(lines), { objectMode: false }), zipped(), stream)
    const summary = await check(making)
    await rename(making, target)
    const folder = await open(dirname(target), 'r')
    await folder.sync().finally(() => folder.close())
    return summary
  } catch (error) {
    await rm(making, { force: true })
    if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT') throw new DiskFull(dirname(target))
    throw diskFull(error) ?? error
  }
}

/** The lines of a file. Throws {@link BadBackup}, and {@link InvalidConfig} where there is no file to read. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  await refuseUnreadable(file)
  yield* unzippedLines(createReadStream(file), {
    cut,
    damaged: () => new BadBackup('it is damaged: it can not be unpacked'),
    foreign: () => new BadBackup('it is no backup of Offerdesk'),
  })
}

/** Throws where there is no file to read, {@link InvalidConfig} or {@link BadBackup}. */
export async function refuseUnreadable(file: string, of = 'a backup'): Promise<void> {
  try {
    const found = await stat(file)
    if (found.isDirectory()) throw new InvalidConfig(`${file} is a folder: name the file of ${of}`)
    if (found.isFile() && found.size === 0) throw new BadBackup('it is empty')
    await access(file, constants.R_OK)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') throw new InvalidConfig(`there is no file ${file}`)
    if (codeOf(error) === 'EACCES') throw new InvalidConfig(`${file} can't be read: you may not`)
    throw error
  }
}

/** Reads a whole file, and answers what it holds. Throws as {@link linesOf} does. */
export async function checkFile(file: string): Promise<Summary> {
  let summary: Summary | undefined
  await drained(checked(linesOf(file), (told) => (summary = told)))
  if (summary === undefined) throw cut()
  return summary
}
