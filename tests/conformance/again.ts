import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtCommand } from './command'

export interface Told {
  code: number
  said: string
}

/** Runs the script of a finding against a server; it takes what is secret from the environment. */
export async function askAgain(
  script: string,
  url: string,
  secrets: Readonly<Record<string, string>>,
  args: string[] = [],
): Promise<Told> {
  const folder = mkdtempSync(join(tmpdir(), 'offerdesk-again-'))
  const file = join(folder, 'finding.sh')
  writeFileSync(file, script)
  const env = {
    PATH: process.env['PATH'],
    BASE: url,
    CHECKER: `${process.execPath} ${await builtCommand()}`,
    ...secrets,
  }
  try {
    return await new Promise((resolve) => {
      execFile('sh', [file, ...args], { env, cwd: folder, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : 0
        resolve({ code, said: stdout + stderr })
      })
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const verdict = ({ code, said }: Told) => `${code} ${said.split('\n')[0]?.split(':')[0] ?? ''}`

/** What was said without the fault, by what the checker was asked: a sound server says the same to the same question. */
const saidWithout = new Map<string, Told>()
const questionOf = (script: string) => script.trimEnd().split('\n').at(-1) ?? script

/** What is wrong with a script: it finds its fault again where that is, and nothing where it is not; undefined when it does. */
export async function whyNotAgain(
  script: string,
  {
    faulty,
    sound,
    secrets,
  }: { faulty: string; sound: () => Promise<string>; secrets: Readonly<Record<string, string>> },
): Promise<string | undefined> {
  const there = await askAgain(script, faulty, secrets)
  if (verdict(there) !== '1 still broken') return `at the fault: ${there.code} ${there.said.slice(0, 300)}`
  const question = questionOf(script)
  const elsewhere = saidWithout.get(question) ?? (await askAgain(script, await sound(), secrets))
  saidWithout.set(question, elsewhere)
  if (verdict(elsewhere) !== '0 mended') return `without it: ${elsewhere.code} ${elsewhere.said.slice(0, 300)}`
  return undefined
}
