import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'
import { measure } from './times'

// Before the imports of every test file, and after its last test.
const done = measure()
afterAll(() => done(relative('.', expect.getState().testPath ?? '')))
