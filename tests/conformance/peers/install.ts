import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

// Too heavy (240 MB) to be everybody's development dependencies; tslib is one that Portman forgot to name.
const packages = ['@apideck/portman@1.33.0', 'tslib@2', 'dredd@14.1.0', '@stoplight/prism-cli@5.14.2']
const folder = join(tmpdir(), 'offerdesk-peers-1')

/** Where the tools are; npm installs them at the first use. */
export async function installPeers(print: (text: string) => void): Promise<string> {
  if (existsSync(join(folder, 'node_modules/.bin/prism'))) return folder
  print(`Installing ${packages.join(', ')} into ${folder}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const { code, output } = await run('npm', ['install', '--no-audit', '--no-fund', ...packages], folder, 600_000)
  if (code !== 0) throw new Error(`npm could not install the peers: ${output.trim().split('\n').at(-1) ?? ''}`)
  return folder
}

/** Runs a command to its end; a command that takes too long ends with code -1. */
export function run(command: string, args: string[], cwd: string, limitMs = 60_000) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, NO_COLOR: '1', CI: '1' } })
    let output = ''
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      output += 'no end in time'
    }, limitMs)
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', (error) => {
      output += error.message
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code: code ?? -1, output: stripVTControlCharacters(output) })
    })
  })
}
