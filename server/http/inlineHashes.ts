import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the content security policy has to name for the app's own pages: a script and rules that stand in them. */
export interface InlineHashes {
  scripts: string[]
  styles: string[]
  /** Of the frame that mails are shown in, which is a page by itself. */
  mailFrame: string[]
}

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Hashes of what the built pages carry in themselves, so that they are seen before any other file has come. */
export function inlineHashes(root: string): InlineHashes {
  const read = (names: readonly string[]) =>
    names
      .map((name) => join(root, name))
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, 'utf8'))
  const found = (pages: readonly string[], pattern: RegExp) => [
    ...new Set(pages.flatMap((page) => [...page.matchAll(pattern)].map(([, text = '']) => sourceOf(text)))),
  ]
  const script = /<script>([\s\S]*?)<\/script>/g
  const pages = read(['index.html', 'public.html', 'inspector.html'])
  return {
    scripts: found(pages, script),
    styles: found(pages, /<style>([\s\S]*?)<\/style>/g),
    mailFrame: found(read(['mail.html']), script),
  }
}
