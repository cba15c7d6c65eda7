import type { Plugin } from 'vite'

/**
 * Code is imported when its file, and all that it imports, have been fetched, and not before: a browser may keep a module
 * that has failed (Chromium 150 does), with whatever imports it, and would not ask for it until the page is loaded anew. A
 * file that was merely fetched is asked for again. What fails says so as an import does, with the address that failed.
 */
export function askAgain(): Plugin {
  return {
    name: 'ask-again',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('vite/preload-helper')) return undefined
      const [, name] = /export const (\w+) = function preload/.exec(code) ?? []
      if (name === undefined) throw new Error('Vite loads code in another way than before')
      return { code: `${helper}export const ${name} = importFetched`, map: null }
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !file.fileName.startsWith('assets/')) continue
          const found = new Set(importedBy(file.code).map((name) => name.replace('./', 'assets/')))
          if (found.size !== file.imports.length || !file.imports.every((name) => found.has(name)))
            throw new Error(`${file.fileName} begins in another way than before: what it imports is not seen`)
        }
      },
    },
  }
}

/** What a file imports by its text, which begins with that: only comments and a table of Vite's come before. */
function importedBy(text: string): string[] {
  const begin =
    /^(?:(?:\/\/|const __vite__mapDeps).*\n)*(?:(?:import|export)(?:[^"'`;(]*?from)?\s*["'`]\.\/[^"'`]+["'`];?\s*)+/
  return [...(begin.exec(text)?.[0] ?? '').matchAll(/(?:from|import)\s*["'`](\.\/[^"'`]+)["'`]/g)].map(
    ([, name = '']) => name,
  )
}

const helper = `
const importedBy = ${String(importedBy)}
const imports = new Map()
// A proxy may answer with a page of its own.
const textOfCode = (response) =>
  response.ok && /javascript/.test(response.headers.get('content-type')) ? response.text() : undefined
const importsOf = async (address) => {
  // What the page has fetched is a module already.
  if (performance.getEntriesByName(address).some(({ responseStatus }) => responseStatus === 200)) return []
  const text = await fetch(address).then(textOfCode).catch(() => undefined)
  if (text === undefined) throw new TypeError('Failed to fetch dynamically imported module: ' + address)
  return importedBy(text).map((name) => new URL(name, address).href)
}
const fetchAll = async (address, seen) => {
  if (seen.has(address)) return
  seen.add(address)
  if (!imports.has(address)) {
    imports.set(address, importsOf(address))
    imports.get(address).catch(() => imports.delete(address))
  }
  await Promise.all((await imports.get(address)).map((one) => fetchAll(one, seen)))
}
const importFetched = async (load) => {
  const [, name] = /import\\(["'\`](\\.\\/.+?)["'\`]\\)/.exec(String(load)) ?? []
  if (name) await fetchAll(new URL(name, import.meta.url).href, new Set())
  return load()
}
`
