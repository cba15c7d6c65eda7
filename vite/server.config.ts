import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const server = join(import.meta.dirname, '../server')
const outDir = join(import.meta.dirname, '..', process.env['SERVER_OUT'] ?? 'dist/server')

/** What the server reads while it runs. */
const files = ['auth/commonPasswords.txt', 'db/migrations', 'docs/docs.css', 'docs/docs.js']
const programs = ['main', 'db/pglite/worker', 'db/pglite/make']

/** The server as plain JavaScript: it starts in a third of the time that TypeScript takes it. */
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: 'files-of-the-server',
      closeBundle: () => files.forEach((file) => cpSync(join(server, file), join(outDir, file), { recursive: true })),
    },
  ],
  build: {
    ssr: true,
    target: 'node20',
    outDir,
    emptyOutDir: true,
    rolldownOptions: {
      input: Object.fromEntries(programs.map((name) => [name, join(server, `${name}.ts`)])),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
