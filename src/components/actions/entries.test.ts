import { standardPermissions } from '../../../contract/agentPermissions'
import { expect, test } from 'vitest'
import { entriesOf, entriesOfMany } from './entries'
import type { RecordAction } from './recordAction'

interface Lamp {
  name: string
  isSold: boolean
}

const open = () => undefined
const actions: readonly RecordAction<Lamp>[] = [
  { reads: true, label: 'View', open },
  {
    action: 'products.archive',
    label: ({ name }) => `Archive ${name}`,
    isFor: ({ isSold }) => !isSold,
    open,
  },
  {
    action: 'products.update',
    label: 'Edit',
    whyNot: ({ isSold }) => (isSold ? 'It is sold.' : undefined),
    open,
    many: { open },
  },
]
// @ts-expect-error: the contract has no such write.
export const misspelt: RecordAction<Lamp> = { action: 'products.readdress', label: 'Readdress', open }
export const hidden: RecordAction<Lamp> = {
  reads: true,
  label: 'Adjust stock',
  // @ts-expect-error: it changes something, so that its right has to be asked for.
  open: ({ name }, { open }) => open({ type: 'open.orderCancel', recordId: name, input: {} }),
}

const owner = { role: 'owner', agents: standardPermissions } as const
const lamp = { name: 'Trail Lamp', isSold: false }
const sold = { name: 'Sold Lamp', isSold: true }

test('GE-05 an action that is not offered for a record takes no other one its place, and what is not possible says why', () => {
  expect(entriesOf(actions, lamp, owner).map(({ id, label, reason }) => [id, label, reason])).toEqual([
    ['0', 'View', undefined],
    ['1', 'Archive Trail Lamp', undefined],
    ['2', 'Edit', undefined],
  ])
  expect(entriesOf(actions, sold, owner).map(({ id, label, reason }) => [id, label, reason])).toEqual([
    ['0', 'View', undefined],
    ['2', 'Edit', 'It is sold.'],
  ])
})

test('GE-05 of several records the first that stands against it is named, and too many are told before', () => {
  const choice = {
    chosen: [lamp, sold],
    nameOf: ({ name }: Lamp) => name,
    most: { count: 2, why: 'At most 2 lamps.' },
  }
  expect(entriesOfMany(actions, choice, owner)).toMatchObject([{ id: '2', reason: 'Sold Lamp: It is sold.' }])
  expect(entriesOfMany(actions, { ...choice, chosen: [lamp, lamp, lamp] }, owner)).toMatchObject([
    { id: '2', reason: 'At most 2 lamps.' },
  ])
  expect(entriesOfMany(actions, { ...choice, chosen: [] }, owner)).toEqual([])
})
