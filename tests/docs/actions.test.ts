import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type FlowName, readingFlows } from '../../machines/flows'

// What changes nothing needs no right, and neither does the own account, which is in no organization.
const free: ReadonlySet<string> = new Set<FlowName>([
  ...readingFlows,
  'profileEdit',
  'passwordChange',
  'deviceSignOut',
  'appAdd',
  'appRemove',
  'recoveryCodesRenew',
  'passkeyAdd',
  'passkeyRename',
  'passkeyRemove',
  'organizationCreate',
])

/** Every line of the app that matches, but for those of these files. */
function linesWith(pattern: RegExp, isTheirPlace: (file: string) => boolean) {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => join('src', name).replaceAll('\\', '/'))
  return (
    files
      // What drives a browser presses the buttons that are there, and a recording's window answers itself.
      .filter((file) => !isTheirPlace(file) && !/^src\/screens\/inspector\/(?:controls\/|scene\.ts$)/.test(file))
      .flatMap((file) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .flatMap((line, index) => {
            const found = pattern.exec(line)
            return found ? [{ place: `${file}:${index + 1}`, line: line.trim(), found: found[1] ?? '' }] : []
          }),
      )
  )
}

test('GE-05 a flow that changes something is opened by an action that asks for its right, and nowhere else', () => {
  const opened = linesWith(
    /['"`]open\.(\w*)/,
    (file) => /^src\/screens\/\w+\/(?:actions|\w+Actions)\.tsx?$/.test(file) || file === 'src/app/useFlowAtAddress.ts',
  )
  const unasked = opened.filter(({ found }) => !free.has(found))
  expect(unasked.map(({ place, line }) => `${place} ${line}`)).toEqual([])
})

test('GE-05 the right to an action is asked for where all actions are shown, and at addresses', () => {
  const asking = linesWith(/\bwhyForbidden\(/, (file) =>
    ['src/components/actions/recordAction.ts', 'src/app/useFlowAtAddress.ts'].includes(file),
  )
  expect(asking.map(({ place, line }) => `${place} ${line}`)).toEqual([])
})
