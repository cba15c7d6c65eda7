import type { Plugin } from 'vite'

const copyBegins = 'var util;\n'
const copyEnds = 'const isZodType = '

/**
 * @ts-rest/core 3.53.0-rc.1 carries a copy of zod 3 (12 kB) that only its server helpers use and that no bundler can
 * drop. The browser's build goes without it; it fails when the package no longer looks as it did.
 */
export function withoutDeadZod(): Plugin {
  return {
    name: 'without-dead-zod',
    apply: 'build',
    transform: {
      filter: { id: /@ts-rest\/core\/index\.esm\.mjs$/ },
      handler(code) {
        const end = code.indexOf(copyEnds)
        if (!code.startsWith(copyBegins) || end < 0) this.error('@ts-rest/core changed: look at vite.tsRest.ts')
        // The schemas of the server helpers are made of anything, as nobody in a browser asks them.
        const anything = 'const z = new Proxy(() => z, { get: () => z });\n'
        return { code: anything + code.slice(end), map: null }
      },
    },
  }
}
