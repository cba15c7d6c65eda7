import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtCommand } from './command'

export interface Told {
  code: number
  said: string
}

type Secrets = Readonly<Record<string, string>>

/** Runs the script of a finding against a server; it takes what is secret from the environment. */
export async function askAgain(script: string, url: string, secrets: Secrets, args: string[] = []): Promise<Told> {
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

/** What is wrong with a script where its fault is; undefined when it finds that again. */
export async function whyNotBroken(script: string, url: string, secrets: Secrets): Promise<string | undefined> {
  const told = await askAgain(script, url, secrets)
  return verdict(told) === '1 still broken' ? undefined : `at the fault: ${told.code} ${told.said.slice(0, 300)}`
}

/** What is wrong with a script: it finds its fault again where that is, and nothing where it is not; undefined when it does. */
export async function whyNotAgain(
  script: string,
  { faulty, sound, secrets }: { faulty: string; sound: string; secrets: Secrets },
): Promise<string | undefined> {
  const wrong = await whyNotBroken(script, faulty, secrets)
  if (wrong !== undefined) return wrong
  const elsewhere = await askAgain(script, sound, secrets)
  return verdict(elsewhere) === '0 mended' ? undefined : `without it: ${elsewhere.code} ${elsewhere.said.slice(0, 300)}`
}
