import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { programOf } from '../../serverProgram'

/** Runs the program until it ends; tells its exit code and all that it said. */
export async function offerdesk(
  args: string[],
  env: Record<string, string | undefined> = {},
  typed = '',
): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, programOf(...args), {
    env: { ...process.env, DATABASE_URL: '', SECRET_KEY: '', ...env },
  })
  child.stdin.on('error', () => undefined).end(typed)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}
