import { opener } from '../../browser/dialogOpener'

const menuButton = 'button[aria-haspopup=menu]'

function siblings(row: Element | null, step: 'nextElementSibling' | 'previousElementSibling'): Element[] {
  const next = row?.[step]
  return next ? [next, ...siblings(next, step)] : []
}

/**
 * Where the focus belongs after something was done with a record from its row: on that row's menu or, when the row is
 * gone, on the menu of the one below it or above it; else on the table, or on the page if there is none. What was begun in a
 * panel over the list goes back there, as focus below it would close it.
 */
export function focusNearRow(id: string): () => HTMLElement | null {
  const openedBy = opener()
  if (openedBy?.isConnected && openedBy.closest('[role=dialog]')) return () => openedBy
  const row = document.querySelector(`[data-record="${CSS.escape(id)}"]`)
  const table = row?.closest<HTMLElement>('[role=region]')
  const rows = row ? [row, ...siblings(row, 'nextElementSibling'), ...siblings(row, 'previousElementSibling')] : []
  return () => {
    const left = rows.find((candidate) => candidate.isConnected && candidate.querySelector(menuButton))
    if (left) return left.querySelector<HTMLElement>(menuButton)
    return table?.isConnected ? table : document.getElementById('main')
  }
}
