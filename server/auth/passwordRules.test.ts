import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newPassword } from '../../contract/schemas'
import { refuseGuessable } from './passwordRules'

const common = readFileSync(new URL('commonPasswords.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

test('SE-08 SE-09 each of the 3,000 most common passwords is refused, however it is capitalised', () => {
  expect(new Set(common).size).toBe(3_000)
  for (const password of common) {
    // A shorter one would be refused without a list.
    expect(newPassword.safeParse(password).success).toBe(true)
    for (const typed of [password, password.toUpperCase()]) {
      expect(() => refuseGuessable(typed, 'mira@northwind.example')).toThrow('one of the most common')
    }
  }
})

test.each(['mira@northwind.example', ' Mira@Northwind.Example', 'MIRA'])(
  'SE-09 %j is no password for mira@…',
  (typed) => {
    expect(() => refuseGuessable(typed, 'mira@northwind.example')).toThrow('own email address')
    expect(() => refuseGuessable(typed, 'nia@northwind.example')).not.toThrow()
  },
)

test.each(['Offerdesk2026!', 'offerdesk-desk', 'SalesTeam#1', 'back.office.9'])(
  'SE-09 %j says no more than where it is for',
  (typed) => expect(() => refuseGuessable(typed, 'mira@northwind.example')).toThrow('no more than where it is for'),
)

test.each(['the desk by the window', '4711081547110815', '!!!!????!!!!', 'Büro-desk'])('SE-09 %j says more', (typed) =>
  expect(() => refuseGuessable(typed, 'mira@northwind.example')).not.toThrow(),
)
