import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { demoFolder, emptyFolder } from '../server/folders'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A server process of ours, and what it has printed. */
export interface Running {
  url: string
  pid: number
  output: () => string
}

/** Starts our server on a port of its own, with a database of its own unless `env` names another. */
export async function startServer(
  port: number,
  env: Record<string, string>,
): Promise<Running & { stop: () => Promise<void> }> {
  const folder = env['DATABASE_URL'] || env['DATA_DIR'] ? undefined : await ownFolder(env)
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
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
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('runs at')) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await ended
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, output: () => output, stop }
}

const ownFolder = ({ SEED }: Record<string, string>) => (SEED === 'demo' ? demoFolder() : emptyFolder())
