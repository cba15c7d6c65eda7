import type { Scene } from '../../screens/inspector/scene'

// The inspector that opens a window of the app tells it what to show, whenever the window asks.

const asking = 'offerdesk.scene.ask'
const telling = 'offerdesk.scene'
/** Milliseconds within which the inspector answers. */
const patience = 3_000

const scenes = new Map<MessageEventSource, Scene>()
let isListening = false

/** Opens a window of the app as it was. */
export function openScene(scene: Scene): void {
  const opened = window.open('/inspector/app', '_blank')
  if (opened) scenes.set(opened, scene)
  if (isListening) return
  isListening = true
  window.addEventListener('message', ({ origin, source, data }) => {
    const told = source && scenes.get(source)
    if (origin !== window.location.origin || data !== asking || !told) return
    source.postMessage({ kind: telling, scene: told }, { targetOrigin: origin })
  })
}

/** What this window is to show; undefined when the inspector that opened it is gone. */
export function askForScene(): Promise<Scene | undefined> {
  const opener = window.opener as Window | null
  if (!opener) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    window.addEventListener('message', ({ origin, source, data }: MessageEvent<{ kind?: string; scene: Scene }>) => {
      // Of the same origin, and the inspector's own word.
      if (origin === window.location.origin && source === opener && data.kind === telling) resolve(data.scene)
    })
    setTimeout(() => resolve(undefined), patience)
    opener.postMessage(asking, window.location.origin)
  })
}
