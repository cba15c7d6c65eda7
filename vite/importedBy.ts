import { join } from 'node:path'

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** Tells whether a file imports a module, however far away, and not only when it is asked for. */
export function importedBy(entry: string): (id: string, graph: ModuleGraph) => boolean {
  const known = new WeakMap<ModuleGraph, ReadonlySet<string>>()
  return (id, graph) => {
    const found = known.get(graph) ?? importsOf(join(import.meta.dirname, '..', entry), graph)
    known.set(graph, found)
    return found.has(id)
  }
}

function importsOf(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (from: string) => {
    for (const imported of graph.getModuleInfo(from)?.importedIds ?? []) {
      if (found.has(imported)) continue
      found.add(imported)
      add(imported)
    }
  }
  add(entry)
  return found
}
