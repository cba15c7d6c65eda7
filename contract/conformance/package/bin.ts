import { readFileSync } from 'node:fs'
import { runCommand } from '../cli/command'

// The command of the package: the checker, which knows nothing of the package that it is in.
if (process.argv.includes('--version')) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  process.stdout.write(`${version}\n`)
} else {
  await runCommand('offerdesk-conformance')
}
