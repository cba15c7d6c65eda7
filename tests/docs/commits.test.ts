import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()

/** The subjects of the commits that were made since this rule came and that nobody else has; none without git. */
function ownSubjects(): string[] {
  try {
    const since = git('log', '--diff-filter=A', '--format=%H', '-1', '--', 'tests/docs/commits.test.ts')
    const range = ['--ancestry-path', `${since}..HEAD`, '--not', '--remotes']
    return since === ''
      ? []
      : git('log', '--no-merges', '--format=%s', ...range)
          .split('\n')
          .filter(Boolean)
  } catch {
    return []
  }
}

/** What CONTRIBUTING.md says of a subject: at most 72 characters, and the area first. */
const isSubject = (subject: string) => subject.length <= 72 && /^[a-z][\w ]*: \S/.test(subject)

test('a subject has its area and at most 72 characters', () => {
  expect(isSubject('orders: lock the campaign last')).toBe(true)
  expect(isSubject('Lock the campaign last')).toBe(false)
  expect(isSubject(`orders: lock the campaign last${'!'.repeat(50)}`)).toBe(false)
})

test('the commits that are yet to be pushed have such subjects', () => {
  expect(ownSubjects().filter((subject) => !isSubject(subject))).toEqual([])
})
