import type { Fault } from '../exchange'
import { admits, answers, crashes, fault, on, requests } from '../make'
import { recordsIn, rowsAs } from '../selling'

const call = 'customers.findAlike'
const withoutReason = (reason: string) =>
  answers(call, 'data', (rows) =>
    recordsIn(rows).filter(({ alike }) => !(Array.isArray(alike) && alike.length === 1 && alike[0] === reason)),
  )

export const customersAlike: Fault[] = [
  fault(
    'alike-nobody',
    'nobody is ever recognised',
    answers(call, 'data', () => []),
  ),
  fault('alike-not-by-email', 'nobody is recognised by an email address alone', withoutReason('email')),
  fault('alike-not-by-phone', 'nobody is recognised by a phone number alone', withoutReason('phone')),
  fault('alike-not-by-name', 'nobody is recognised by name and postal code alone', withoutReason('name')),
  fault(
    'alike-case',
    'an email address in capitals is another one',
    requests(call, 'email', (email) => (email === String(email).toLowerCase() ? email : `other-${String(email)}`)),
  ),
  fault(
    'alike-phone-as-typed',
    'a phone number that is written otherwise is another one',
    requests(call, 'phone', (phone) => (/[()]/.test(String(phone)) ? '+1 999 555 0000' : phone)),
  ),
  fault(
    'alike-name-alone',
    'a name without a postal code is enough',
    on(call, async (exchange) => {
      const { name, postalCode, organizationId } = exchange.body as Record<string, unknown>
      const isAlone = name !== undefined && postalCode === undefined
      return isAlone ? exchange.send({ body: { organizationId, name, postalCode: 'zq1 7ab' } }) : exchange.send()
    }),
  ),
  fault(
    'alike-no-reasons',
    'it is not said by what somebody is alike',
    answers(call, 'data', (rows) => recordsIn(rows).map((row) => ({ ...row, alike: [] }))),
  ),
  fault(
    'alike-other-name',
    'who is recognised is shown by another name',
    answers(call, 'data', (rows) => recordsIn(rows).map((row) => ({ ...row, firstName: 'Somebody' }))),
  ),
  {
    id: 'alike-deleted',
    about: 'who has been deleted is recognised all the same',
    make: () => {
      const seen = new Map<unknown, Record<string, unknown>>()
      return rowsAs(call, (rows) => {
        for (const row of rows) seen.set(row['id'], row)
        return [...seen.values()]
      })
    },
  },
  fault('alike-foreign', "other organizations' customers are looked through as well", admits(call, [403, 404])),
  fault('alike-anyone', 'who is not signed in may ask, too', admits(call, [401])),
  fault(
    'alike-fails',
    'whoever asks meets an error of the server',
    crashes(call, () => true),
  ),
  fault(
    'alike-first-alone',
    'of several who may be meant the first one alone is told',
    rowsAs(call, (rows) => rows.slice(0, 1)),
  ),
  fault(
    'alike-by-what-others-are',
    'of several who may be meant each is alike by all that any of them is',
    rowsAs(call, (rows) => {
      const alike = [...new Set(rows.flatMap((row) => (Array.isArray(row['alike']) ? row['alike'] : [])))]
      return rows.map((row) => ({ ...row, alike }))
    }),
  ),
]
