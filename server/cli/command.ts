import { parseArgs } from 'node:util'
import { InvalidConfig } from '../config'

/** What follows a command: its words in their order, and its options by their names. */
export interface Given {
  words: string[]
  options: Partial<Record<string, string>>
}

/** A command of the program: how it is used, and what it does. */
export interface Command {
  /** All that `--help` says, from its first way of use on. */
  help: string
  /** What each option is followed by, such as `NAME`; one without a value is a switch. */
  options?: Readonly<Record<string, string | undefined>>
  /** Ends with the exit code of the program, or with none where the program goes on until a signal comes. */
  run: (given: Given) => Promise<number | undefined>
}

/** The program was called in a way that it does not know. Its message is one line. */
export const misused = (name: string, how: string): InvalidConfig =>
  new InvalidConfig(`${how}; see offerdesk ${name} --help`)

/** Runs a command, or prints its help. Throws {@link InvalidConfig} for an option that it does not have. */
export async function runCommand(name: string, command: Command, given: string[]): Promise<number | undefined> {
  const { help, options = {}, run } = command
  const { tokens } = parseArgs({ args: given, options: typesOf(options), strict: false, tokens: true })
  const read: Given = { words: [], options: {} }
  for (const token of tokens) {
    if (token.kind === 'positional') read.words.push(token.value)
    if (token.kind !== 'option') continue
    if (token.name === 'help' || token.name === 'h') {
      process.stdout.write(help)
      return 0
    }
    if (!(token.name in options)) throw misused(name, `there is no option ${token.rawName}`)
    const what = options[token.name]
    const isGiven = token.value !== undefined && token.value !== ''
    if (what === undefined ? token.value !== undefined : !isGiven) {
      throw misused(name, `${token.rawName} is followed by ${what ?? 'nothing'}`)
    }
    read.options[token.name] = token.value ?? ''
  }
  return run(read)
}

const typesOf = (options: NonNullable<Command['options']>) =>
  Object.fromEntries(
    Object.entries(options).map(([name, what]) => [name, { type: what === undefined ? 'boolean' : 'string' } as const]),
  )

/** Throws {@link InvalidConfig} unless there are as many words as a way of use names. */
export function wordsOf<const Names extends readonly string[]>(
  name: string,
  { words }: Given,
  ...names: Names
): { [Index in keyof Names]: string } {
  const missing = names[words.length]
  if (missing !== undefined) throw misused(name, `${missing} is missing`)
  if (words.length > names.length) throw misused(name, `${words[names.length]} is too much`)
  // There are as many as names.
  return words as { [Index in keyof Names]: string }
}
