import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compressed } from './vite.compress.ts'
import { withoutDeadZod } from './vite.tsRest.ts'

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: false, quoteStyle: 'single' }),
    react(),
    withoutDeadZod(),
    compressed(),
  ],
  build: { target: 'es2023', sourcemap: false, modulePreload: { polyfill: false }, reportCompressedSize: false },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3000', '/config.json': 'http://127.0.0.1:3000' } },
  test: {
    include: ['{contract,machines,src,server,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    // Some tests start processes and databases, on machines that may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
