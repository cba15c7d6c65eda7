/** Whether the address asks for the tools for testers, or this tab had them. Small, for a page that has nothing of them. */
export function isTested(): boolean {
  try {
    return /[?&](?:inspect|record)\b/.test(window.location.search) || sessionStorage.getItem('tools') !== null
  } catch {
    // A browser that lets nothing be stored.
    return false
  }
}
