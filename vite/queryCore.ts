import type { Plugin } from 'vite'

const absent = (...names: string[]) => `
function absent() { throw new Error('This build has none of this: see vite/queryCore.ts') }
export { ${names.map((name) => `absent as ${name}`).join(', ')} }
`

/** What takes the place of a part, with the names that it exports. */
const parts = {
  infiniteQueryBehavior: {
    names: 'hasNextPage,hasPreviousPage,infiniteQueryBehavior',
    code: absent('hasNextPage', 'hasPreviousPage', 'infiniteQueryBehavior'),
  },
  mutation: { names: 'Mutation,getDefaultState', code: absent('Mutation', 'getDefaultState') },
  mutationCache: {
    names: 'MutationCache',
    code: `export class MutationCache {
      clear() {}
      findAll() { return [] }
      resumePausedMutations() { return Promise.resolve() }
    }`,
  },
}
type PartName = keyof typeof parts

const exported = /export \{([\w\s,]+)\}/

/**
 * Our writes are actors, and no list of ours grows page by page, so the browser's build goes without what react-query's
 * cache has for either (6 kB of its first script). It fails when the package no longer looks as it did.
 */
export function withoutMutations(): Plugin {
  return {
    name: 'without-mutations',
    apply: 'build',
    transform: {
      filter: { id: /@tanstack\/query-core\/build\/modern\/(?:mutation|mutationCache|infiniteQueryBehavior)\.js$/ },
      handler(code, id) {
        // The filter lets no other name through.
        const part = parts[id.slice(id.lastIndexOf('/') + 1, -'.js'.length) as PartName]
        const found = exported
          .exec(code)?.[1]
          ?.split(',')
          .map((name) => name.trim())
        if (found?.toSorted().join() !== part.names)
          this.error('@tanstack/query-core changed: look at vite/queryCore.ts')
        return { code: part.code, map: null }
      },
    },
  }
}
