import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { lives } from '../lives'
import { reasonOf } from '../log'

/** A server that is stopped again sooner needs none. */
const millisecondsUntil = 1_000
const prefix = 'offerdesk-app-'

/** Whether a file of the build is one of the app: the build puts the server beside it. */
export const isOfApp = (path: string) => !/^(?:server|\.[^/\\]*)(?:[/\\]|$)/.test(path)

/**
 * Where the app is delivered from. Soon after a start that is a copy of this server's own, so that a build beside it, or another
 * release in its place, takes no file from pages that are open.
 */
export function copyOfApp(app: FastifyInstance, root: string): () => string {
  let from = root
  let made: Promise<void> | undefined
  const make = async () => {
    let folder: string | undefined
    try {
      await clearAway()
      folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
      await cp(root, folder, { recursive: true, filter: (path) => isOfApp(relative(root, path).replaceAll(sep, '/')) })
      from = folder
      app.log.debug(`The app is delivered from ${folder}`)
    } catch (error) {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
      app.log.warn(`The app is delivered from ${root}, where a build disturbs it: ${reasonOf(error)}`)
    }
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', (done) => {
    timer = setTimeout(() => (made = make()), millisecondsUntil).unref()
    done()
  })
  app.addHook('onClose', async () => {
    clearTimeout(timer)
    await made
    if (from !== root) await rm(from, { recursive: true, force: true })
  })
  return () => from
}

/** Takes away what those have left who were killed. */
async function clearAway(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0
    if (!Number.isInteger(pid) || pid <= 0) continue
    const folder = join(tmpdir(), name)
    // In a container each server in turn has the same number.
    const madeAt = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    )
    const isOlder = pid === process.pid && madeAt < Date.now() - process.uptime() * 1_000
    if (lives(pid) && !isOlder) continue
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
