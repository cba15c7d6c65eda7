import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { programOf } from '../serverProgram'
import { demoFolder, emptyFolder } from '../server/folders'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A server process of ours, and what it has printed. */
export interface Running {
  url: string
  pid: number
  output: () => string
}

interface Started extends Running {
  stop: () => Promise<void>
  /** Ends it at once, whatever it does. */
  kill: () => Promise<void>
}

/** Starts our server on a port of its own, with a database of its own unless `env` names another. */
export async function startServer(port: number, env: Record<string, string>): Promise<Started> {
  const folder = env['DATABASE_URL'] || env['DATA_DIR'] ? undefined : await ownFolder(env)
  const child: ChildProcess = spawn(process.execPath, programOf(), {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      ...(folder !== undefined && { DATA_DIR: folder }),
      DATABASE_URL: '',
      ...env,
    },
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => void (output += chunk.toString())
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    // Only until then: all that a server has printed is long in the end, and it prints with every request.
    const look = () => {
      if (!output.includes('runs at')) return
      child.stdout?.off('data', look)
      resolve()
    }
    child.stdout?.on('data', look)
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill(signal)
    await ended
  }
  const stop = async () => {
    await end('SIGTERM')
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
  const kill = () => end('SIGKILL')
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, output: () => output, stop, kill }
}

const ownFolder = ({ SEED }: Record<string, string>) => (SEED === 'demo' ? demoFolder() : emptyFolder())
