import { execFileSync } from 'node:child_process'

// A variable, as the tests run in processes of their own.
const variable = 'BUILT_SERVER'
const folder = '.cache/server'

/** Builds the server once for all tests of a run, as a start from TypeScript takes more than a second each time. */
export function buildServer(): void {
  const env = { ...process.env, SERVER_OUT: folder }
  execFileSync('npx', ['--no-install', 'vite', 'build', '--config', 'vite/server.config.ts', '--logLevel', 'warn'], {
    env,
  })
  process.env[variable] = folder
}

/** Most servers of a run live for seconds, in which compiling PostgreSQL as well as it can be would never pay. */
export const shortLived = ['--liftoff-only', '--wasm-lazy-compilation']

/** What Node is given to run a command of the server: what was built for this run, or the source when a test runs alone. */
export function programOf(...command: string[]): string[] {
  const built = process.env[variable]
  const program = built ? [...shortLived, `${built}/main.js`] : ['--import', 'tsx', 'server/main.ts']
  return [...program, ...command]
}
