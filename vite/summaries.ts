import type { Plugin } from 'vite'

const summaries = /^ +summary: (?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),$/gm

/** What calls are for stands in the documents and is shown nowhere in the app, so its first load goes without. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/(?:extensions\/)?\w+\.ts$/ },
      // Lines stay where they are, so that a map would say nothing else.
      handler: (code) => ({ code: code.replaceAll(summaries, ''), map: null }),
    },
  }
}
