import { expect, test } from 'vitest'
import { type FlowName, flows } from '../../machines/flows'
import { dialogs } from './dialogs'

const sources = Object.entries(
  import.meta.glob<string>(['./**/*Dialog.tsx'], { query: '?raw', import: 'default', eager: true }),
)

test('every flow has a dialog, and every dialog a flow', () => {
  expect(Object.keys(dialogs).toSorted()).toEqual(Object.keys(flows).toSorted())
})

// A dialog is found by the name of its file, so that its type is not held to the flow by the compiler.
test.each(Object.keys(flows) as FlowName[])('the dialog of %s is given that very flow', (name) => {
  const file = `/${name.charAt(0).toUpperCase()}${name.slice(1)}Dialog.tsx`
  const [, source = ''] = sources.find(([path]) => path.endsWith(file)) ?? []
  const taken = [...source.matchAll(/FlowRef<'(\w+)'>/g)].map(([, flow]) => flow)
  expect(source).toContain('export default function')
  expect(taken.filter((flow) => flow !== name)).toEqual([])
})
