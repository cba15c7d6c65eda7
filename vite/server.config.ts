import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { external, unused, withoutCloudflare } from './serverPackages.ts'
import { withoutDeadZod } from './tsRest.ts'

const server = join(import.meta.dirname, '../server')
const outDir = join(import.meta.dirname, '..', process.env['SERVER_OUT'] ?? 'dist/server')

/** What the server reads while it runs. */
const files = ['auth/commonPasswords.txt', 'db/migrations', 'docs/docs.css', 'docs/docs.js']
const programs = ['main', 'db/pglite/worker', 'db/pglite/make']

/** What drizzle-kit compares the next migration with is not. */
const isRead = (path: string) => !path.endsWith('_snapshot.json')

/**
 * The server as plain JavaScript, with the packages that it is made of: one file is loaded in a third of the time that
 * their thousands take, and whoever installs it has the versions that were tested.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external },
  resolve: { alias: Object.fromEntries(unused.map((name) => [name, join(import.meta.dirname, 'absent.ts')])) },
  plugins: [
    withoutDeadZod(),
    withoutCloudflare(),
    {
      name: 'files-of-the-server',
      closeBundle: () =>
        files.forEach((file) => cpSync(join(server, file), join(outDir, file), { recursive: true, filter: isRead })),
    },
  ],
  build: {
    ssr: true,
    target: 'node20',
    outDir,
    emptyOutDir: true,
    // What the packages within ask of whoever passes them on.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: Object.fromEntries(programs.map((name) => [name, join(server, `${name}.ts`)])),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
