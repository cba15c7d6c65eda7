import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { jsonSchemaOf } from '../../../contract/conformance/engine/jsonSchema'
import { line, moment, text } from '../../../contract/schemas'
import { kindsIn, kindsOf } from './kinds'

const schema = jsonSchemaOf(
  z.object({
    name: line(100),
    note: z.optional(text(200)),
    at: z.nullish(moment),
    theme: z.enum(['dark', 'light']),
    lines: z.array(z.object({ price: z.number(), isGift: z.boolean() })),
  }),
  'input',
)

const told = (given: ReturnType<typeof kindsOf>) => given.map(([field, kind]) => `${field} ${kind}`)

test('a schema says which kinds of values each of its fields takes', () => {
  expect(told(kindsOf(schema, ''))).toEqual([
    'name marks',
    'name letters beyond ASCII',
    'name as long as it may be',
    'note given',
    'note left out',
    'note marks',
    'note letters beyond ASCII',
    'note as long as it may be',
    'note nothing',
    'at given',
    'at left out',
    'at a moment of UTC',
    'at a moment of elsewhere',
    'at null',
    'theme "dark"',
    'theme "light"',
    'lines none',
    'lines one',
    'lines several',
    'lines[].price a fraction',
    'lines[].isGift true',
    'lines[].isGift false',
  ])
})

test('a value is of some of them, and of no others', () => {
  const value = {
    name: 'Tea & “more”',
    at: '2026-03-02T08:00:00+05:30',
    theme: 'dark',
    lines: [{ price: 1.5, isGift: true }],
  }
  expect(told(kindsIn(schema, value, ''))).toEqual([
    'name marks',
    'name letters beyond ASCII',
    'note left out',
    'at given',
    'at a moment of elsewhere',
    'theme "dark"',
    'lines one',
    'lines[].price a fraction',
    'lines[].isGift true',
  ])
  expect(told(kindsIn(schema, { name: 'x'.repeat(100), note: '', at: null, lines: [] }, ''))).toEqual([
    'name as long as it may be',
    'note given',
    'note nothing',
    'at given',
    'at null',
    'lines none',
  ])
})
