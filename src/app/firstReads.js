// What the app asks first at an address, asked while its code is still coming: `firstReads` hands out the answer to the very
// same request, once, and undefined where there is none. What the app does not ask for is thrown away. The build puts
// this into the page.
{
  /** Milliseconds for which an answer counts as new, as any other that was asked for ahead. */
  const newFor = 5_000
  const config = fetch('/config.json')
  const answers = new Map([['GET /config.json', config]])

  const stored = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const [token, organizationId] = [stored('auth_token'), stored('orgId')]
  const told = config
    .then((answer) => (answer.ok ? answer.clone().json() : {}))
    .catch(() => ({}))
    .then(({ apiHost, extensions }) => ({ host: `${apiHost || ''}`.replace(/\/+$/, ''), extensions }))

  /** As the typed client does. */
  const ask = (method, path, body) => {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    if (body) headers['content-type'] = 'application/json'
    const answer = told.then(({ host, extensions }) => {
      if (path !== '/users/me' && !extensions) throw new Error('A backend of the core alone is asked otherwise')
      const signal = AbortSignal.timeout(30_000)
      // Kept in no cache, where whoever asks the same would wait for this answer: for somebody else, or after a time-out.
      const cache = 'no-store'
      return fetch(`${host}/api/v1${path}`, { method, headers, body, credentials: 'include', signal, cache })
    })
    // Whoever wants it hears of its failure.
    answer.catch(() => {})
    answers.set([method, `/api/v1${path}`, headers.authorization, body].join(' '), answer)
  }

  if (token) {
    ask('GET', '/users/me')
    const campaignId = /^\/campaigns\/([\w-]+)\/?$/.exec(location.pathname)?.[1]
    if (campaignId) ask('GET', `/campaigns/${campaignId}?withMembers=true`)
    if (campaignId && organizationId && location.search === '?tab=offers') {
      const page = { organizationId, resource: 'offers', limit: 10, page: 1, filters: { campaignId } }
      ask('POST', '/search', JSON.stringify(page))
    }
  }

  window.firstReads = (url, { method = 'GET', headers, body } = {}) => {
    const { authorization } = headers ?? {}
    const key = authorization
      ? [method, url.slice(url.indexOf('/api/v1')), authorization, body].join(' ')
      : `${method} ${url}`
    const answer = performance.now() < newFor ? answers.get(key) : undefined
    answers.delete(key)
    return answer
  }
}
