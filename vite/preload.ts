import { relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/**
 * What a page needs: the files that index.html names, those of its screen, and those of each of the screen's tabs. The
 * first come first, as most of what has to be fetched and compiled is in them, and nothing runs before.
 */
export interface Preload {
  files: string[]
  tabs: Record<string, string[]>
}

/** The address of a route's file by the router's rules, such as /campaigns/$campaignId. */
export function addressOf(routeFile: string): string {
  const parts = routeFile.replace(/\.tsx$/, '').split(/[/.]/)
  return `/${parts.filter((part) => !part.startsWith('_') && part !== 'index').join('/')}`
}

/** The value of `?tab=` that a tab's file is for, such as offers for OffersTab.tsx; undefined for other files. */
export function tabOf(file: string): string | undefined {
  const name = /\/(\w+)Tab\.tsx$/.exec(file)?.[1]
  return name && name.charAt(0).toLowerCase() + name.slice(1)
}

/**
 * Writes down which files each address needs, so that the server can name them together with the page instead of the
 * browser finding them one after the other. A route loads its screen lazily, and what it imports loads the screen's
 * tabs: these imports are the table.
 */
export function preloads(): Plugin {
  let root = ''
  return {
    name: 'preloads',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    // After index.html is written, which says what it names.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
        const lazyImportsOf = (id: string) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []
        const { named, filesOf } = filesIn(bundle)
        const table: Record<string, Preload> = {}
        for (const id of this.getModuleIds()) {
          const [, routeFile] = /^src\/routes\/(.+\.tsx)$/.exec(relative(root, id).replaceAll('\\', '/')) ?? []
          const screen = routeFile && lazyImportsOf(id).find((file) => file.endsWith('Screen.tsx'))
          if (!routeFile || !screen) continue
          const files = filesOf(screen)
          const tabs = [id, screen]
            .flatMap(importsOf)
            .flatMap(lazyImportsOf)
            .flatMap((file) => {
              const tab = tabOf(file)
              return tab ? [[tab, filesOf(file).filter((name) => !files.includes(name))] as const] : []
            })
          table[addressOf(routeFile)] = { files: [...named, ...files], tabs: Object.fromEntries(tabs) }
        }
        this.emitFile({ type: 'asset', fileName: '.vite/preload.json', source: JSON.stringify(table) })
      },
    },
  }
}

interface FilesIn {
  /** The styles that index.html names, by which the page is seen, then the scripts, the largest first. */
  named: string[]
  /** The scripts and styles that a module needs beyond those. */
  filesOf: (module: string) => string[]
}

function filesIn(bundle: Rolldown.OutputBundle): FilesIn {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const withImports = (chunk: Rolldown.OutputChunk | undefined, found = new Set<string>()): Set<string> => {
    if (!chunk || found.has(chunk.fileName)) return found
    found.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    for (const name of chunk.imports) withImports(byName.get(name), found)
    return found
  }
  const page = bundle['index.html']
  const html = page?.type === 'asset' ? page.source.toString() : ''
  const named = new Set([...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file))
  const sizeOf = (file: string) => byName.get(file)?.code.length ?? Infinity
  return {
    named: [...named].toSorted((one, other) => sizeOf(other) - sizeOf(one)),
    filesOf: (module) => {
      const needed = withImports(chunks.find(({ moduleIds }) => moduleIds.includes(module)))
      return [...needed].filter((file) => !named.has(file))
    },
  }
}
