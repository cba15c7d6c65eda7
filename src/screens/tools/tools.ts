import * as z from 'zod/mini'
import { createActor } from 'xstate'
import { type InspectorKind, toolsMachine } from '../../../machines/qa/tools/tools.machine'
import type { RuntimeConfig } from '../../app/config'
import type { ToastsRef } from '../../app/toasts'
import { stored } from '../../browser/storage'

/** What the tools know of the page that they are on. */
export interface ToolsPage {
  toasts: ToastsRef
  tools: ReturnType<typeof createTools>
  /** Another inspector than our own; empty for Stately's, undefined on a page that sends nothing to any. */
  inspectorUrl: string | undefined
  /** As whom anybody may look around, where the server offers that. */
  demo?: RuntimeConfig['demo']
}

const remembered = z.object({
  inspector: z.enum(['none', 'stately', 'local']),
  url: z.string(),
})

/** What the address asks for: `?inspect`, `?inspect=local` or `?record`. */
function askedFor(search: URLSearchParams, usual: InspectorKind): InspectorKind | undefined {
  const inspect = search.get('inspect')
  if (inspect !== null) return inspect === 'local' ? 'local' : usual
  return search.has('record') ? 'none' : undefined
}

/**
 * The switch of the tools for testers. It is not inspected itself, as it would then show in everything that it shows.
 * `usual` is the inspector where the address names none.
 */
export function createTools(usual: InspectorKind = 'stately') {
  const before = z.safeParse(remembered, stored.tools())
  const search = new URLSearchParams(window.location.search)
  const asked = askedFor(search, usual)
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
