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
        if (!code.startsWith(copyBegins) || end < 0) this.error('@ts-rest/core changed: look at vite/tsRest.ts')
        // The schemas of the server helpers are made of anything, as nobody in a browser asks them.
        const anything = 'const z = new Proxy(() => z, { get: () => z });\n'
        return { code: anything + code.slice(end), map: null }
      },
    },
  }
}

const hooksImport = /^import \{([\w\s,]+)\} from '@tanstack\/react-query';\n/

/**
 * @ts-rest/react-query wraps every hook of react-query for every route when it starts. Our reads are actors, so the
 * browser's build goes without the hooks, and without what of react-query only they need.
 */
export function withoutQueryHooks(): Plugin {
  return {
    name: 'without-query-hooks',
    apply: 'build',
    transform: {
      filter: { id: /@ts-rest\/react-query\/v5\/internal\/create-hooks\.esm\.mjs$/ },
      handler(code) {
        const [line, names] = hooksImport.exec(code) ?? []
        if (line === undefined || names === undefined)
          this.error('@ts-rest/react-query changed: look at vite/tsRest.ts')
        const hooks = names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name.startsWith('use'))
        const absent = `const absent = () => { throw new Error('This build has no query hooks: see vite/tsRest.ts') };\n`
        const imports = `import { skipToken } from '@tanstack/react-query';\n`
        const stubs = hooks.map((name) => `const ${name} = absent;\n`).join('')
        return { code: imports + absent + stubs + code.slice(line.length), map: null }
      },
    },
  }
}
