import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { explore, type Model } from './explore'
import * as dialogs from './models/dialogs'
import * as page from './models/page'
import * as queries from './models/queries'
import * as tools from './models/tools'

const models: Record<string, Model> = { ...dialogs, ...page, ...queries, ...tools }

test('every machine has a model', () => {
  const files = readdirSync(fileURLToPath(new URL('../../machines', import.meta.url)))
  const machines = files.filter((file) => file.endsWith('.machine.ts')).map((file) => file.replace('.machine.ts', ''))
  expect(Object.keys(models).toSorted()).toEqual(machines.toSorted())
})

test.each(Object.entries(models))('%s: every state and every transition is taken', (name, model) => {
  const { states, transitions } = explore(model)
  console.log(
    `${name.padEnd(17)} states ${states.covered}/${states.total}  transitions ${transitions.covered}/${transitions.total}`,
  )
  expect({ states: states.missing, transitions: transitions.missing }).toEqual({ states: [], transitions: [] })
})
