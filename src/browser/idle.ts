/** Resolves when the page has nothing else to do. Where the browser can't tell, a second is taken for that. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has none.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, 1_000)
  })

/** Whether somebody has told the browser to save data; only some browsers can say so. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
