declare global {
  interface Window {
    /** The answer to what the page has asked for by itself (src/app/firstReads.js). */
    firstReads?: (url: string, init?: RequestInit) => Promise<Response> | undefined
  }
}

/** `fetch` that takes the answer to what the page has asked for already; what that could not get is asked for again. */
export const fetchFirst: typeof fetch = async (input, init) => {
  const early = typeof input === 'string' ? window.firstReads?.(input, init) : undefined
  const answer = await early?.catch(() => undefined)
  return answer ?? fetch(input, init)
}
