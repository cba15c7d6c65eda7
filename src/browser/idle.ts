/** Resolves when the page has nothing else to do. Where the browser can't tell, a second is taken for that. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has none.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, 1_000)
  })
