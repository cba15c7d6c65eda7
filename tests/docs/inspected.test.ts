import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// The tools for testers would show up in what they show.
const tools = new Set([
  'src/screens/tools/tools.ts',
  'src/screens/inspector/startInspector.ts',
  'src/screens/tools/TestingTools.tsx',
])

test('every actor that the app creates can be watched and recorded', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join('src', name))
  const blind = files.filter((file) => {
    const text = readFileSync(file, 'utf8')
    const created = text.match(/\b(?:createActor|useActorRef|useActor|useMachine)\(/g)?.length ?? 0
    const watched = text.match(/inspect: tap\.observe/g)?.length ?? 0
    return created > watched && !tools.has(file)
  })
  expect(blind).toEqual([])
})
