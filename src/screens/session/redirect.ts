/** Where to go after signing in: a path of this app, or the dashboard for everything else (RT-05). */
export function safeRedirect(target: string | undefined, origin = window.location.origin): string {
  const fallback = '/dashboard'
  if (!target?.startsWith('/')) return fallback
  try {
    const url = new URL(target, origin)
    const isOwn = url.origin === origin && !url.pathname.startsWith('//')
    // The sign-in page itself would send the person around in circles.
    const isSignIn = /^\/auth\/?$/.test(url.pathname)
    return isOwn && !isSignIn ? `${url.pathname}${url.search}${url.hash}` : fallback
  } catch {
    return fallback
  }
}
