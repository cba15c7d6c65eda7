import { useEffect } from 'react'

/** Shows the page on all of the screen, where the browser can and the person has just pressed something. */
export function beginFullScreen(): void {
  if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => undefined)
}

/** Gives the screen back when whatever fills it goes, and tells when the person has taken it back. */
export function useFullScreenEnd(onEnd: () => void): void {
  useEffect(() => {
    const look = () => {
      if (!document.fullscreenElement) onEnd()
    }
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [onEnd])
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    },
    [],
  )
}
