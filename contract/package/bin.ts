import { readFileSync } from 'node:fs'

// The command of the package: the checker, which knows nothing of the package that it is in.
if (process.argv.includes('--version')) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  process.stdout.write(`${version}\n`)
} else {
  await import('../conformance/main')
}
