import { readFileSync } from 'node:fs'

/** What `docs/running.md` has whoever runs Offerdesk type and write. */
export interface Guide {
  /** The commands of a chapter, a block each, by its heading. */
  commands: (chapter: string) => string[]
  /** A file, by its path. */
  file: (path: string) => string
  /** What a chapter has to put in place of something in a file. */
  block: (chapter: string, kind: string) => string
}

/** What is otherwise where it is played, and why. */
export interface Substitution {
  written: string | RegExp
  here: string
  why: string
}

interface Chapter {
  heading: string
  text: string
}

/** Reads the guide with all that has to be otherwise here. Throws for a chapter or file that it does not have. */
export function readGuide(substitutions: readonly Substitution[]): Guide & { unused: () => string[] } {
  const written = readFileSync('docs/running.md', 'utf8')
  const used = new Set<Substitution>()
  const played = (text: string) =>
    substitutions.reduce((now, one) => {
      const next = now.replaceAll(one.written, one.here)
      if (next !== now) used.add(one)
      return next
    }, text)
  const chapters = written.split(/^(?=#+ )/m).map((text): Chapter => ({
    heading: /^#+ (.*)/.exec(text)?.[1] ?? '',
    text,
  }))
  const blocks = (chapter: string, kind: string) => {
    const found = chapters.find(({ heading }) => heading === chapter)
    if (!found) throw new Error(`docs/running.md has no chapter ${chapter}`)
    const all = [...found.text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, language]) => language === kind)
    if (all.length === 0) throw new Error(`docs/running.md has no ${kind} in ${chapter}`)
    return all.map(([, , text = '']) => played(text))
  }
  return {
    commands: (chapter) => blocks(chapter, 'sh'),
    block: (chapter, kind) => blocks(chapter, kind)[0] ?? '',
    file: (path) => {
      // A file stands below the sentence that begins with its path.
      const at = written.indexOf(`\n\`${path}\``)
      const [, text] = /^[^`]*`[^`]*`(?:[^`]|`[^`\n]+`)*?:\n\n```\w+\n([\s\S]*?)^```$/m.exec(written.slice(at)) ?? []
      if (at < 0 || text === undefined) throw new Error(`docs/running.md has no file ${path}`)
      return played(text)
    },
    unused: () => substitutions.filter((one) => !used.has(one)).map((one) => String(one.written)),
  }
}
