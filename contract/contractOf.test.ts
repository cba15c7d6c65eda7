import { expect, test } from 'vitest'
import { contract } from '.'
import { contractOf } from './contractOf'

// The whole is an object with these very names.
const names = Object.keys(contract) as (keyof typeof contract)[]

test.each(names)('AP-01 the calls of %s that come alone are those of the whole contract', async (name) => {
  expect(await contractOf(name)).toEqual({ [name]: contract[name] })
})
