import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'vite'
import { ingredients, madeOnce } from '../server/madeOnce'

/** The command as one file, as it is begun often: from its sources a start takes four times as long. */
const made = madeOnce('conformance-command', ingredients(['contract', 'package-lock.json']), async (folder) => {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: { ssr: 'contract/conformance/cli/main.ts', outDir: folder, target: 'node20' },
  })
})

/** The file of the command. */
export const builtCommand = async (): Promise<string> => join(await made, 'main.js')

export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the command; `onStart` is given what interrupts it, by Ctrl-C unless another signal is named. */
export async function command(
  args: string[],
  onStart: (interrupt: (signal?: NodeJS.Signals) => void) => void = () => {},
): Promise<Outcome> {
  const main = await builtCommand()
  return new Promise((resolve, reject) => {
    const env = { ...process.env, CI: '1', NODE_EXTRA_CA_CERTS: '' }
    const child = spawn(process.execPath, [main, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    })
    const outcome: Outcome = { code: null, stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => (outcome.stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (outcome.stderr += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...outcome, code }))
    onStart((signal = 'SIGINT') => child.kill(signal))
  })
}

/** The flags for the backend's accounts. */
export const flagsOf = (accounts: Readonly<Record<string, string>>) =>
  Object.entries(accounts).flatMap(([name, value]) => [
    `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  ])
