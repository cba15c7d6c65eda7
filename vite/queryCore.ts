import type { Plugin } from 'vite'

const parts = {
  mutation: ['Mutation', 'getDefaultState'],
  infiniteQueryBehavior: ['hasNextPage', 'hasPreviousPage', 'infiniteQueryBehavior'],
} as const

const exported = /export \{([\w\s,]+)\}/

/**
 * Our writes are actors, and no list of ours grows page by page, so the browser's build goes without what react-query's
 * cache has for either (5 kB of its first script). It fails when the package no longer looks as it did.
 */
export function withoutMutations(): Plugin {
  return {
    name: 'without-mutations',
    apply: 'build',
    transform: {
      filter: { id: /@tanstack\/query-core\/build\/modern\/(?:mutation|infiniteQueryBehavior)\.js$/ },
      handler(code, id) {
        const names = parts[id.endsWith('/mutation.js') ? 'mutation' : 'infiniteQueryBehavior']
        const found = exported
          .exec(code)?.[1]
          ?.split(',')
          .map((name) => name.trim())
        if (found?.toSorted().join() !== names.join())
          this.error('@tanstack/query-core changed: look at vite/queryCore.ts')
        const absent = `function absent() { throw new Error('This build has no mutations: see vite/queryCore.ts') }\n`
        return { code: `${absent}export { ${names.map((name) => `absent as ${name}`).join(', ')} }\n`, map: null }
      },
    },
  }
}
