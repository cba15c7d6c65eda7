import { checkAgain } from '../../../contract/conformance/check'
import type { Scratch } from '../../server/postgres'
import { checkOptionsOf, startReference } from './reference'

/** What a script has the checker ask: of these resources, or of all. */
export interface Question {
  only: string[]
  part: string
  finding: string
}

const asked = /( --only \S+)? --level \w+ --seed \d+ --part '((?:[^']|'\\'')*)' --again '((?:[^']|'\\'')*)'$/

/** The question of a script, which is in its last line. */
export function questionOf(script: string): Question {
  const [line = ''] = script.trimEnd().split('\n').slice(-1)
  const [isOne, only = '', part = '', finding = ''] = asked.exec(line) ?? []
  if (isOne === undefined) throw new Error(`a script asks nothing: ${line}`)
  const plain = (text: string) => text.replaceAll("'\\''", "'")
  return { only: only.split(/ --only |,/).filter(Boolean), part: plain(part), finding: plain(finding) }
}

/**
 * Those of the questions to which a server without any fault does not say that the finding is mended. All of one part are
 * asked at once, as that takes as long as one.
 */
export async function notMended(questions: readonly Question[], data: Scratch, seed: number): Promise<string[]> {
  const parts = new Map<string, { only: string[]; part: string; findings: Set<string> }>()
  for (const { only, part, finding } of questions) {
    const key = JSON.stringify([only, part])
    const asked = parts.get(key) ?? { only, part, findings: new Set() }
    parts.set(key, asked)
    asked.findings.add(finding)
  }
  const wrong: string[] = []
  const reference = await startReference(data)
  try {
    for (const { only, part, findings: wanted } of parts.values()) {
      const findings = [...wanted]
      const options = { ...checkOptionsOf(reference, reference.url), seed, only }
      const told = await checkAgain({ ...options, again: { part, findings } })
      for (const [index, { stands, finding }] of told.entries()) {
        if (stands !== false)
          wrong.push(`${only.join()}, ${part}, ${findings[index]}: ${finding?.actual ?? 'nothing came to it'}`)
      }
    }
    return wrong
  } finally {
    await reference.stop()
  }
}

/** Prints how many scripts find their fault again and nothing without it; tells whether all of them do. */
export async function tellScripts(
  outcomes: readonly { questions: readonly Question[]; wrongScripts: readonly string[] }[],
  { data, seed }: { data: Scratch; seed: number },
  print: (text: string) => void,
): Promise<boolean> {
  const questions = outcomes.flatMap((outcome) => outcome.questions)
  const wrong = outcomes.flatMap(({ wrongScripts }) => wrongScripts)
  const standing = await notMended(questions, data, seed)
  for (const one of standing) print(`Not mended where nothing is broken: ${one}`)
  print(
    `${questions.length - wrong.length} of ${questions.length} scripts find their fault again on a fresh server; without it ${standing.length} of what they ask are not mended`,
  )
  return wrong.length === 0 && standing.length === 0
}
