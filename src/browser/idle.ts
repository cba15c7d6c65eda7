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

let pressing: Promise<void> | undefined

/** Resolves with the first press since somebody asked for it, and at once after that. */
const firstPress = (): Promise<void> =>
  (pressing ??= new Promise((resolve) => {
    const pressed = new AbortController()
    const hear = () => {
      pressed.abort()
      resolve()
    }
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, hear, { capture: true, signal: pressed.signal })
  }))

/** Resolves when the page has nothing else to do; for whoever saves data, once they press something. */
export const whenFree = (): Promise<void> => (savesData() ? firstPress() : whenIdle())
