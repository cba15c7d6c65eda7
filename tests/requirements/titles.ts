import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TestTitle {
  file: string
  /** Counted from 1. */
  line: number
  title: string
  /** Left out by a run that does not ask for every way. */
  isRare: boolean
}

// A call of test, it or describe, or of what their .each, .skip and the like answer, whose first argument is a text.
const call = /\b((?:test|it|describe)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?)\(\s*(['"`])((?:\\.|(?!\2)[\s\S])*?)\2/g

/** The titles of the tests in a file's text. */
export function titlesIn(text: string, file: string): TestTitle[] {
  return [...text.matchAll(call)].map(({ index, 1: callee = '', 3: title = '' }) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    title: title.replaceAll(/\\(.)/g, '$1').replaceAll(/\s+/g, ' '),
    isRare: /everyWay/.test(callee) || title.includes('@rare'),
  }))
}

const idPattern = /\b[A-Z]{2}-\d{2}\b/g

/** The requirement ids that a title begins with or names. */
export const idsIn = (title: string): string[] => [...new Set(title.match(idPattern) ?? [])]

const folders = ['contract', 'machines', 'src', 'server', 'tests']

/** The titles of all tests of the project. */
export function allTitles(root: string): TestTitle[] {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  return files
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && !file.startsWith('tests/requirements/'))
    .toSorted()
    .flatMap((file) => titlesIn(readFileSync(join(root, file), 'utf8'), file))
}
