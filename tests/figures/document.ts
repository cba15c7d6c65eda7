/** When, where and of what a figure was taken. */
export interface Circumstances {
  /** The commit, and whether something was changed since. */
  commit: string
  /** A day, UTC, as `yyyy-MM-dd`. */
  date: string
  machine: string
}

const head = `# Figures

Each part is what \`npm run figures -- NAME\` printed, with the commit, the day and the machine. Taking it again replaces it.
`

/** The document with one figure taken anew; the others stay as they are, in alphabetical order. */
export function withFigure(
  document: string | undefined,
  name: string,
  about: string,
  { commit, date, machine }: Circumstances,
  output: string,
): string {
  const section = `## ${name}\n\n${about} Commit ${commit}, ${date}, ${machine}.\n\n\`\`\`text\n${output.trim()}\n\`\`\`\n`
  const taken = (document ?? '').split(/^(?=## )/m).filter((part) => part.startsWith('## '))
  const others = taken.filter((part) => !part.startsWith(`## ${name}\n`)).map((part) => `${part.trim()}\n`)
  return [head, ...[...others, section].toSorted()].join('\n')
}
