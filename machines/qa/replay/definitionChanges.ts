// What became of a machine since a recording was made with it, in sentences for whoever looks at the recording.

interface Transition {
  guard?: unknown
  target?: unknown
}
interface Node {
  on?: Record<string, unknown>
  always?: unknown
  after?: Record<string, unknown>
  states?: Record<string, Node>
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const nameOf = (value: unknown): string =>
  isObject(value) && 'type' in value ? String(value.type) : typeof value === 'string' ? value : ''
const transitionsOf = (value: unknown): Transition[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map((each) =>
    isObject(each) ? (each as Transition) : { target: each },
  )
const familiar = (node: Node) => JSON.stringify([Object.keys(node.on ?? {}), Object.keys(node.states ?? {})])
const eventsOf = ({ on = {}, after = {}, always }: Node): Record<string, unknown> => ({ ...on, ...after, always })

/** The states and guards that were renamed, have gone or have come. */
export function definitionChanges(before: Node, after: Node, path = ''): string[] {
  const [old, now] = [before.states ?? {}, after.states ?? {}]
  const within = (name: string) => (path === '' ? name : `${path}.${name}`)
  const gone = Object.keys(old).filter((name) => !(name in now))
  const come = new Set(Object.keys(now).filter((name) => !(name in old)))
  const renamed = new Map<string, string>()
  for (const name of gone) {
    const alike = [...come].filter((other) => familiar(now[other] ?? {}) === familiar(old[name] ?? {}))
    const [only] = gone.length === 1 && come.size === 1 ? [...come] : alike
    if (only === undefined) continue
    come.delete(only)
    renamed.set(name, only)
  }
  return [
    ...guardChanges(before, after, path),
    ...gone.map((name) => {
      const to = renamed.get(name)
      return to === undefined ? `The state ${within(name)} is gone.` : `The state ${within(name)} is called ${to} now.`
    }),
    ...[...come].map((name) => `The state ${within(name)} is new.`),
    ...Object.entries(old).flatMap(([name, state]) => {
      const next = now[renamed.get(name) ?? name]
      return next ? definitionChanges(state, next, within(name)) : []
    }),
  ]
}

function guardChanges(before: Node, after: Node, path: string): string[] {
  const [old, now] = [eventsOf(before), eventsOf(after)]
  const of = path === '' ? '' : ` in ${path}`
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((event) => {
    const [were, are] = [transitionsOf(old[event]), transitionsOf(now[event])]
    if (were.length > 0 && are.length === 0) return [`${event}${of} is not taken any more.`]
    if (were.length === 0 && are.length > 0) return [`${event}${of} is taken now.`]
    return were.flatMap(({ guard }, place) => {
      const [was, is] = [nameOf(guard), nameOf(are[place]?.guard)]
      if (was === is || place >= are.length) return []
      if (is === '') return [`${event}${of} has lost its guard ${was}.`]
      return [was === '' ? `${event}${of} has the guard ${is} now.` : `The guard ${was} of ${event}${of} is ${is} now.`]
    })
  })
}
