import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { compressed } from './compress.ts'
import { importedBy } from './importedBy.ts'

/** React is five sixths of all that the page would load; Preact does what is needed of it here. */
const smallReact = [
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
]

const isOfPage = importedBy('src/pay.tsx')

/**
 * The payment page, built apart from the back office: a customer on a phone waits for nothing but it. Whatever both use
 * is in both, as what they share would have to be all that either needs.
 */
export function paymentPage(): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'payment-page',
    configResolved: (config) => {
      root = config.root
      outDir = config.build.outDir
    },
    configureServer: ({ middlewares }) =>
      void middlewares.use((request, _response, next) => {
        if (/^\/pay(?:[/?]|$)/.test(request.url ?? '')) request.url = '/pay.html'
        next()
      }),
    closeBundle: {
      // After what the other build has emptied the folder for.
      sequential: true,
      async handler() {
        if (process.env['VITEST']) return
        await build({
          root,
          configFile: false,
          publicDir: false,
          logLevel: 'error',
          plugins: [react(), compressed()],
          resolve: { alias: smallReact },
          build: {
            outDir,
            emptyOutDir: false,
            target: 'es2023',
            modulePreload: { polyfill: false },
            reportCompressedSize: false,
            rolldownOptions: {
              checks: { pluginTimings: false },
              input: ['pay.html'],
              // What the tools for testers use, too, stays with the rest: small files compress badly.
              output: { codeSplitting: { groups: [{ name: (id, graph) => (isOfPage(id, graph) ? 'paying' : null) }] } },
            },
          },
        })
      },
    },
  }
}
