import { type AnyStateMachine } from 'xstate'
import { describe, expect, test } from 'vitest'
import * as dialogs from './models/dialogs'
import * as page from './models/page'
import * as queries from './models/queries'

const machines = Object.entries({ ...dialogs, ...page, ...queries }).map(
  ([name, { machine }]): [string, AnyStateMachine] => [name, machine],
)

/** The only places of a config where a function may stand: they map what is known to what is asked for. */
const mappers = new Set(['input', 'params', 'context'])

/** Where a config holds a function that should have a name. */
function inline(value: unknown, path: string): string[] {
  if (typeof value === 'function') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (mappers.has(key) ? [] : inline(inner, `${path}.${key}`)))
}

interface Named {
  actions: string[]
  guards: string[]
  actors: string[]
  delays: string[]
  states: string[]
  events: string[]
}

const list = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])
const nameOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null && 'type' in value
      ? [String(value.type)]
      : []

/** Every name that a config uses, by its kind. */
function names(config: Record<string, unknown>, found: Named): Named {
  const { entry, exit, invoke, on, after, always, onDone, states } = config
  for (const action of [...list(entry), ...list(exit)]) found.actions.push(...nameOf(action))
  const transitions = [...list(always), ...list(onDone)]
  for (const child of list(invoke) as Record<string, unknown>[]) {
    found.actors.push(String(child['src']))
    transitions.push(...list(child['onDone']), ...list(child['onError']))
  }
  for (const [event, target] of Object.entries(on ?? {})) {
    found.events.push(event)
    transitions.push(...list(target))
  }
  for (const [delay, target] of Object.entries(after ?? {})) {
    found.delays.push(delay)
    transitions.push(...list(target))
  }
  for (const transition of transitions) {
    if (typeof transition !== 'object' || transition === null) continue
    const { guard, actions } = transition as Record<string, unknown>
    found.guards.push(...nameOf(guard))
    for (const action of list(actions)) found.actions.push(...nameOf(action))
  }
  for (const [state, inner] of Object.entries(states ?? {})) {
    found.states.push(state)
    names(inner as Record<string, unknown>, found)
  }
  return found
}

describe.each(machines)('%s', (name, machine) => {
  const used = names(machine.config as Record<string, unknown>, {
    actions: [],
    guards: [],
    actors: [],
    delays: [],
    states: [],
    events: [],
  })

  test('holds no inline action, guard, actor or delay', () => {
    expect(inline(machine.config, name)).toEqual([])
  })

  test('names only what it declares', () => {
    for (const kind of ['actions', 'guards', 'actors', 'delays'] as const) {
      const declared = new Set(Object.keys(machine.implementations[kind]))
      expect(used[kind].filter((one) => !declared.has(one))).toEqual([])
    }
  })

  test('speaks the language of the house', () => {
    expect(machine.id).toBe(name)
    expect(used.states.filter((state) => !/^[a-z][A-Za-z]*$/.test(state))).toEqual([])
    const own = used.events.filter((event) => !event.startsWith('xstate.'))
    expect(own.filter((event) => !/^[a-z][A-Za-z]*\.(?:[a-z][A-Za-z]*|\*)$/.test(event))).toEqual([])
  })
})
