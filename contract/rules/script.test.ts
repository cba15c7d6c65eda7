import { expect, test } from 'vitest'
import { filledScript, knownPlaceholders, whyNotScript } from './script'

test('NO-05 a script is filled with what is known, and names what is not', () => {
  const script = 'Hello {customer.firstName}, this is {agent.name}. {Not} a {customer.shoeSize}.'
  expect(filledScript(script, { 'agent.name': 'Dana' })).toBe(
    'Hello [first name], this is Dana. {Not} a {customer.shoeSize}.',
  )
  // What a customer is called is no placeholder, whatever it looks like.
  expect(filledScript(script, { 'customer.firstName': '{agent.name} $&' })).toContain('Hello {agent.name} $&,')
})

test('NO-05 a placeholder that there is not is told', () => {
  expect(whyNotScript(`Hello ${knownPlaceholders.join(' ')}: {}`)).toBeUndefined()
  expect(whyNotScript('Hello {customer.firstname}')).toBe('There is no placeholder {customer.firstname}.')
})
