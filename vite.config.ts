import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { compressed } from './vite.compress.ts'
import { preloads } from './vite.preload.ts'
import { withoutDeadZod } from './vite.tsRest.ts'

const path = (id: string) => id.replaceAll('\\', '/')

/** What every page stands on. */
const isFramework = (id: string) =>
  /\/node_modules\/(?:react|react-dom|scheduler|xstate|@xstate|zod|@ts-rest|use-[\w-]+|@tanstack\/(?:react-router|router-core|react-query|query-core|history|store|react-store))\//.test(
    path(id),
  )

/** The parts of the design system that the first page is made of, whichever it is; the others are loaded when needed. */
const isBase = (id: string) => path(id).includes('/src/components/base/')

/** The inspector's page at the address that the server gives it. */
const inspectorPage: Plugin = {
  name: 'inspector-page',
  configureServer: ({ middlewares }) =>
    void middlewares.use((request, _response, next) => {
      if (/^\/inspector\/?(?:\?|$)/.test(request.url ?? '')) request.url = '/inspector.html'
      next()
    }),
}

export default defineConfig({
  plugins: [
    inspectorPage,
    tanstackRouter({ target: 'react', autoCodeSplitting: false, quoteStyle: 'single' }),
    react(),
    withoutDeadZod(),
    preloads(),
    compressed(),
  ],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Most of the time goes to compression, as it should.
      checks: { pluginTimings: false },
      input: ['index.html', 'inspector.html'],
      output: {
        // Few files: fifty small ones cost more in headers and compression than they save.
        codeSplitting: {
          groups: [
            { name: 'framework', test: isFramework },
            { name: 'base', test: isBase },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3000', '/config.json': 'http://127.0.0.1:3000' } },
  test: {
    include: ['{contract,machines,src,server,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', '**/node_modules/**'],
    // Some tests start processes and databases, on machines that may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
