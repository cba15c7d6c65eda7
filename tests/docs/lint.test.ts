import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'offerdesk-lint-'))
cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the linter says of a file with this content. */
function lint(path: string, content: string): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${content}\n`)
  try {
    return execFileSync(join(root, 'node_modules/.bin/oxlint'), [path], { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    // oxlint exits with 1 when it finds something, and prints what.
    return String((error as { stdout: unknown }).stdout)
  }
}

test.each([
  ['contract/a.ts', "import { x } from '../machines/session.machine'\nexport const y = x"],
  ['contract/b.ts', "import { x } from '../server/app'\nexport const y = x"],
  ['machines/a.ts', "import { x } from '../src/app/app'\nexport const y = x"],
  ['machines/b.ts', "import { x } from '../contract/client/client'\nexport const y = x"],
  ['machines/c.ts', "import { useState } from 'react'\nexport const y = useState"],
  ['server/a.ts', "import { x } from '../machines/session.machine'\nexport const y = x"],
  ['src/a.ts', "import { x } from '../server/app'\nexport const y = x"],
  ['src/b.ts', "import { initClient } from '@ts-rest/core'\nexport const y = initClient"],
  ['src/screens/c.ts', "import { useEffect } from 'react'\nexport const y = useEffect"],
  ['server/b.ts', "import * as z from 'zod'\nexport const y = z"],
])('%s: an import across the folders is refused', (path, content) => {
  expect(lint(path, content)).toContain('no-restricted-imports')
})

test.each([
  ['src/screens/a.ts', "export const y = () => fetch('/api')"],
  ['src/screens/b.ts', "export const y = () => localStorage.getItem('a')"],
  ['machines/d.ts', 'export const y = () => setTimeout(Date.now, 1)'],
])('%s: time, network and storage are refused outside of their place', (path, content) => {
  expect(lint(path, content)).toContain('no-restricted-globals')
})

test.each([
  ['src/data/a.ts', "export const y = () => fetch('/api')"],
  ['server/c.ts', "import { contract } from '../contract'\nexport const y = contract"],
  ['server/d.ts', "import { x } from '../machines/lives/order'\nexport const y = x"],
  ['machines/e.ts', "import type { Offer } from '../contract/offers'\nexport const y = (offer: Offer) => offer.id"],
])('%s: what belongs there is not refused', (path, content) => {
  expect(lint(path, content)).not.toContain('restricted')
})
