import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { InvalidConfig } from '../config'
import { copyOf, copyTwice } from './copies'

/** By what a program of the same account asks the one that has opened the folder. */
const socketFile = 'backup.sock'
/** What the name of a socket may have, on the system that allows the least. */
const longest = 100

/** A name of the socket that is short enough, however deep its folder lies. */
async function named<T>(dataDir: string, use: (path: string) => Promise<T>): Promise<T> {
  const path = join(dataDir, socketFile)
  if (path.length <= longest || process.platform !== 'linux') return use(path)
  const folder = openSync(dataDir, 'r')
  try {
    return await use(`/proc/self/fd/${folder}/${socketFile}`)
  } finally {
    closeSync(folder)
  }
}

export interface Answering {
  close(): Promise<void>
}

/**
 * Lets backups of the embedded database be made while this process has it: whoever may open the socket in its folder asks by
 * the number of their process, and is told when the copy is there. It goes with the connection that asked for it.
 * `alone` waits for the transaction under way and lets no other begin, until the copy is made.
 */
export async function answerBackups(
  dataDir: string,
  alone: (work: () => Promise<void>) => Promise<void>,
  log: (message: string) => void,
): Promise<Answering | undefined> {
  const open = new Set<Socket>()
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer((socket) => {
    open.add(socket)
    let to: string | undefined
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      const copy = to
      if (copy !== undefined) last = last.then(() => rm(copy, { recursive: true, force: true })).catch(() => undefined)
    })
    socket.once('data', (asked) => {
      const [, pid] = /^copy (\d{1,10})\n$/.exec(asked.toString()) ?? []
      if (pid === undefined) return socket.end('what was asked for is not known\n')
      const copy = copyOf(dataDir, Number(pid))
      to = copy
      last = last
        .then(async () => {
          if (socket.destroyed) return
          await copyTwice(dataDir, copy, async (again) => {
            const began = performance.now()
            await alone(again)
            log(`A backup is made: the database was held for ${Math.round(performance.now() - began)} ms`)
          })
          socket.write('copied\n')
        })
        .catch((error: unknown) => socket.end(`${error instanceof Error ? error.message : String(error)}\n`))
    })
  })
  try {
    await rm(join(dataDir, socketFile), { force: true })
    await named(dataDir, async (path) => {
      // It is made at once, for nobody else to open.
      const mask = process.umask(0o177)
      try {
        server.listen(path)
      } finally {
        process.umask(mask)
      }
      await once(server, 'listening')
    })
  } catch (error) {
    log(`No backup can be made while the server runs: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
  server.unref()
  return {
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await last
      await rm(join(dataDir, socketFile), { force: true })
    },
  }
}

/** Asks the process that has opened a folder for a copy of its database. Answers how the copy is given up. */
export async function askForCopy(dataDir: string, inUse: Error): Promise<() => void> {
  const socket = await named(dataDir, async (path) => {
    const made = connect(path)
    await once(made, 'connect')
    return made
  }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EACCES' || code === 'EPERM') {
      throw new InvalidConfig(`${dataDir} belongs to another account: run this as the account of the server`)
    }
    if (code === 'ENOENT' || code === 'ECONNREFUSED') throw inUse
    throw error
  })
  socket.on('error', () => undefined)
  socket.write(`copy ${process.pid}\n`)
  let said = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    if (said.endsWith('\n')) break
  }
  if (said === 'copied\n') return () => socket.destroy()
  socket.destroy()
  throw new Error(said.trim() === '' ? 'the server stopped before its database was copied: try again' : said.trim())
}
