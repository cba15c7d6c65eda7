import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const days = 86_400_000
const longestMaking = 300_000

/** A word that changes with the content of files and folders of the project, and with whatever else is named. */
export function ingredients(paths: readonly string[], ...others: string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.map((one) => join(root, one))) {
    const files = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()
      : ['']
    for (const file of files.map((one) => join(path, one))) {
      if (statSync(file).isFile()) hash.update(relative(root, file)).update(readFileSync(file))
    }
  }
  for (const other of others) hash.update(other)
  return hash.digest('hex').slice(0, 16)
}

/**
 * A folder that takes long to make and is the same each time: made once for the same ingredients, to be copied. Several
 * test processes may want it at once: one makes it, and the others wait.
 */
export async function madeOnce(name: string, of: string, make: (folder: string) => Promise<void>): Promise<string> {
  const made = join(root, '.cache', `${name}-${of}`)
  const claim = `${made}.claim`
  mkdirSync(join(root, '.cache'), { recursive: true })
  while (!existsSync(made)) {
    if (!claims(claim)) {
      await delay(50)
      continue
    }
    try {
      // Whoever had claimed it may have ended in between, with all done.
      if (!existsSync(made)) await makeIn(made, make)
    } finally {
      rmSync(claim, { force: true })
    }
    forgetOld(name)
  }
  return made
}

async function makeIn(made: string, make: (folder: string) => Promise<void>): Promise<void> {
  const making = `${made}.${randomUUID()}`
  await make(making)
  try {
    renameSync(making, made)
  } catch (error) {
    rmSync(making, { recursive: true })
    if (!existsSync(made)) throw error
  }
}

/** Whether the claim is this process's now; one of a process that was killed is taken away, so that the next try gets it. */
function claims(claim: string): boolean {
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isOfLiving(claim)) rmSync(claim, { force: true })
    return false
  }
}

function isOfLiving(claim: string): boolean {
  try {
    // In containers a process number is soon that of another process.
    if (Date.now() - statSync(claim).mtimeMs > longestMaking) return false
    const pid = Number(readFileSync(claim, 'utf8'))
    // Nothing is written yet, or somebody else's process: both are alive.
    return pid === 0 || process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function forgetOld(name: string): void {
  for (const other of readdirSync(join(root, '.cache'))) {
    const path = join(root, '.cache', other)
    const isOld =
      other.startsWith(`${name}-`) && Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 2 * days
    if (isOld) rmSync(path, { recursive: true, force: true })
  }
}
