import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../freePort'
import { shortLived } from '../../serverProgram'

/** What is asked of a process that serves one database after another: to serve by these settings, or only to stop. */
export interface Asked {
  serve?: Record<string, string>
}

/** That it does so, or why not. */
export interface Said {
  failed?: string
}

const program = fileURLToPath(new URL('lasting.ts', import.meta.url))

/** Those that serve nobody. */
const idle: ChildProcess[] = []

const ask = (child: ChildProcess, asked: Asked): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (why: string) => reject(new Error(`the reference server: ${why}`))
    const leave = (code: number | null) => end(`its process ended with ${String(code)}`)
    child.once('exit', leave)
    child.once('message', ({ failed }: Said) => {
      child.off('exit', leave)
      if (failed === undefined) resolve()
      else end(failed)
    })
    child.send(asked)
  })

/** Serves by these settings, until it is stopped. */
export async function serveLasting(env: Record<string, string>): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = String(await freePort())
  const child =
    idle.pop() ??
    fork(program, { execArgv: [...shortLived, '--import', 'tsx'], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  try {
    await ask(child, { serve: { ...env, PORT: port } })
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await ask(child, {})
      idle.push(child)
    },
  }
}

/** Ends the processes that serve nobody. */
export const endLasting = (): void => idle.splice(0).forEach((child) => void child.kill('SIGKILL'))
