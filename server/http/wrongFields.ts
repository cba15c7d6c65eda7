import type * as z from 'zod/mini'
import { manyLines, noControls, oneLine } from '../../contract/schemas'

type Issue = z.core.$ZodRawIssue

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const forms: Readonly<Record<string, string>> = {
  date: 'Must be a day, as in 2026-03-01',
  datetime: 'Must be a moment with its zone, as in 2026-03-01T09:30:00Z',
  uuid: 'Must be a UUID',
  email: 'Must be an email address',
  url: 'Must be an address, as in https://offerdesk.example',
}

const texts: ReadonlySet<string> = new Set([oneLine, manyLines].map(String))

const counted: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' }

/** What is wrong with a field whose schema has no sentence of its own for it (AP-02). */
export function whyWrong(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Must be given' : `Must be ${kinds[issue.expected] ?? 'of another kind'}`
    case 'too_big': {
      const unit = counted[issue.origin]
      if (unit) return `Must have at most ${issue.maximum} ${unit}`
      return `Must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
    }
    case 'too_small': {
      const unit = counted[issue.origin]
      if (unit) return issue.minimum === 1 ? 'Must not be empty' : `Must have at least ${issue.minimum} ${unit}`
      return `Must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    }
    case 'not_multiple_of':
      return issue.divisor === 0.01 ? 'Must have at most two decimals' : `Must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      if (texts.has(String(issue['pattern']))) return noControls
      return forms[issue.format] ?? 'Must have another form'
    case 'invalid_value':
      return `Must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return whyNoneOf(issue)
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'unrecognized_keys':
      return undefined
  }
}

/** What would have to be, one way or another: the sentences of all that it might have been. */
function whyNoneOf({ errors, input }: Extract<Issue, { code: 'invalid_union' }>): string | undefined {
  if (input === undefined) return 'Must be given'
  const sentences = [...new Set(errors.flatMap(([first]) => first?.message ?? []))]
  return sentences.length > 0 ? sentences.join('; or: ') : undefined
}
