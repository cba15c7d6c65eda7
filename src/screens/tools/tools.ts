import * as z from 'zod/mini'
import { createActor } from 'xstate'
import { type InspectorKind, toolsMachine } from '../../../machines/qa/tools/tools.machine'
import { stored } from '../../browser/storage'

const remembered = z.object({
  inspector: z.enum(['none', 'stately', 'local']),
  url: z.string(),
})

/** What the address asks for: `?inspect`, `?inspect=local` or `?record`. */
function askedFor(search: URLSearchParams): InspectorKind | undefined {
  const inspect = search.get('inspect')
  if (inspect !== null) return inspect === 'local' ? 'local' : 'stately'
  return search.has('record') ? 'none' : undefined
}

/**
 * The switch of the tools for testers. It is not inspected itself, as it would then show in everything that it shows.
 */
export function createTools() {
  const before = z.safeParse(remembered, stored.tools())
  const search = new URLSearchParams(window.location.search)
  const asked = askedFor(search)
  const machine = toolsMachine.provide({
    actions: {
      rememberTools: (_, { isShown, inspector, url }) => stored.setTools(isShown ? { inspector, url } : undefined),
    },
  })
  return createActor(machine, {
    id: 'tools',
    input: {
      isShown: asked !== undefined || before.success,
      inspector: asked ?? before.data?.inspector ?? 'none',
      url: search.get('inspectorUrl') ?? before.data?.url ?? '',
    },
  })
}
