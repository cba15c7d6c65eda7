import { versionTag } from '../../contract/versions'

const recordOf = /\/api\/v1\/[\w-]+\/([\w-]+)/

/**
 * Whoever changes a record twice in a row does the second upon what the first has made of it, even if it has not been
 * read again yet: nobody else was between them (GE-09).
 */
export function uponOwn(send: typeof fetch): typeof fetch {
  /** The version that a change of one's own has made of a record's version. */
  const made = new Map<string, number>()
  return async (input, init) => {
    // The client sends plain ones.
    const headers = init?.headers as Record<string, string> | undefined
    const [record = '', id] = recordOf.exec(typeof input === 'string' ? input : '') ?? []
    const seen = Number(/^"(\d+)"$/.exec(headers?.['if-match'] ?? '')?.[1] ?? Number.NaN)
    if (Number.isNaN(seen)) return send(input, init)
    let newest = seen
    for (let next: number | undefined = seen; next !== undefined; next = made.get(`${record} ${next}`)) newest = next
    const answer = await send(input, { ...init, headers: { ...headers, 'if-match': versionTag(newest) } })
    if (answer.ok) {
      const read = (await answer
        .clone()
        .json()
        .catch(() => undefined)) as { data?: { id?: unknown; version?: unknown } }
      const { data } = read ?? {}
      if (data?.id === id && Number(data?.version) > newest) made.set(`${record} ${newest}`, Number(data?.version))
    }
    return answer
  }
}
