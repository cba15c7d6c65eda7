import { createActor, fromPromise, waitFor } from 'xstate'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { recordEdit, type RecordSaving } from '../../machines/factories/recordEdit'

interface Shelf {
  id: string
  version: number
  name: string
  note: string
}

const shelf: Shelf = { id: 'shelf_1', version: 3, name: 'Left', note: 'Full' }

function openShelf(id: string | undefined) {
  const saved: RecordSaving[] = []
  const machine = recordEdit<Shelf, { name: string; note: string }>('shelfEdit', {
    resource: 'shelves',
    noun: 'Shelf',
    form: z.object({ name: z.string().check(z.minLength(1)), note: z.string() }),
    valuesOf: (record) => ({ name: record?.name ?? '', note: record?.note ?? '' }),
    optional: ['note'],
  })
  const told: string[] = []
  const flow = createActor(
    machine.provide({
      actors: {
        fetchRecord: fromPromise(async ({ input }) => (input.id === undefined ? undefined : shelf)),
        saveRecord: fromPromise(async ({ input }) => void saved.push(input)),
      },
      actions: {
        showChange: () => {},
        confirmChange: () => {},
        showMessage: (_, { message }) => void told.push(message),
      },
    }),
    { input: { id, organizationId: 'org_1' } },
  ).start()
  return { flow, saved, told }
}

test('GE-09 of a plain record what has changed is sent, upon the version that was seen', async () => {
  const { flow, saved, told } = openShelf('shelf_1')
  await waitFor(flow, (state) => state.matches('editing'))
  expect(flow.getSnapshot().context.form.values).toEqual({ name: 'Left', note: 'Full' })
  flow.send({ type: 'field.change', fields: { note: '' } })
  flow.send({ type: 'dialog.submit' })
  await waitFor(flow, ({ status }) => status === 'done')
  expect(saved).toEqual([{ resource: 'shelves', organizationId: 'org_1', record: shelf, fields: { note: '' } }])
  expect(told).toEqual(['Shelf saved'])
})

test('a new plain record is sent with all that was typed, once its form is valid', async () => {
  const { flow, saved, told } = openShelf(undefined)
  await waitFor(flow, (state) => state.matches('editing'))
  flow.send({ type: 'dialog.submit' })
  expect(flow.getSnapshot().value).toBe('editing')
  flow.send({ type: 'field.change', fields: { name: 'Right' } })
  flow.send({ type: 'dialog.submit' })
  await waitFor(flow, ({ status }) => status === 'done')
  expect(saved).toMatchObject([{ record: undefined, fields: { name: 'Right' } }])
  expect(told).toEqual(['Shelf added'])
})
