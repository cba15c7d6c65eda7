import type { Plugin } from 'vite'

/**
 * Code that could not be fetched is asked for again under another address: a browser may keep a module that has failed
 * (Chromium 150 does), and would not ask for it until the page is loaded anew. For the same reason nothing that a module
 * imports is fetched ahead of it. What fails again fails as it did at first: a page is loaded anew once for each address.
 */
export function askAgain(): Plugin {
  return {
    name: 'ask-again',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('vite/preload-helper')) return undefined
      const asking = 'baseModule().catch('
      if (!code.includes(asking)) throw new Error('Vite loads code in another way than before')
      const again = `(error) => {
        const [address] = /https?:\\S+\\.js/.exec(error.message) ?? []
        if (!address) throw error
        return import(/* @vite-ignore */ address + '?' + Date.now()).catch(() => { throw error })
      }`
      return {
        code: code.replace(asking, `baseModule().catch(${again}).catch(`),
        map: null,
      }
    },
  }
}
