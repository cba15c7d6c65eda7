import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = 'server/db/migrations'
/** Up to here migrations took away what the release before had used, as there was no release yet. */
const last = '0093_node_beats.sql'

/** What the nodes of the release before may not find any more, or be refused for. */
const taken: readonly [what: string, RegExp][] = [
  ['drops a table', /\bDROP TABLE\b/i],
  ['drops a column', /\bDROP COLUMN\b/i],
  ['renames', /\bRENAME (?:TO|COLUMN|CONSTRAINT)\b/i],
  ['makes a column not null', /\bSET NOT NULL\b/i],
  ['adds a column that is not null and has no default', /\bADD COLUMN (?![^;,]*\bDEFAULT\b)[^;,]*\bNOT NULL\b/i],
  ['changes the type of a column', /\bALTER COLUMN \S+ (?:SET DATA )?TYPE\b/i],
  ['drops a default', /\bDROP DEFAULT\b/i],
  ['drops a view', /\bDROP VIEW\b/i],
  ['drops a function', /\bDROP FUNCTION\b/i],
  ['takes a right away', /\bREVOKE\b/i],
]

/** What a migration takes away from the nodes of the release before, unless it says why it may: `-- Contracts: WHY`. */
function contractions(text: string): string[] {
  if (/^-- Contracts: \S+ \S+/m.test(text)) return []
  const statements = text.replaceAll(/^\s*--.*$/gm, '')
  return taken.filter(([, words]) => words.test(statements)).map(([what]) => what)
}

test('a migration leaves to the nodes of the release before what they use, or says why it need not', () => {
  const later = readdirSync(folder).filter((name) => name.endsWith('.sql') && name > last)
  for (const name of later) expect([name, contractions(readFileSync(join(folder, name), 'utf8'))]).toEqual([name, []])
})

test.each([
  ['ALTER TABLE "offers" DROP COLUMN "sku";', ['drops a column']],
  ['ALTER TABLE offers RENAME COLUMN sku TO code;', ['renames']],
  ['ALTER TABLE offers ADD COLUMN sku text NOT NULL;', ['adds a column that is not null and has no default']],
  ["ALTER TABLE offers ADD COLUMN a text, ADD COLUMN b text NOT NULL DEFAULT '';", []],
  ['-- It may DROP TABLE nothing.\nCREATE TABLE wants (id uuid NOT NULL);', []],
  ['-- Contracts: nothing has read it since 0.2.\nDROP TABLE "call_waits";', []],
  ['-- Contracts:\nDROP TABLE "call_waits";', ['drops a table']],
  [readFileSync(join(folder, '0092_wait_days.sql'), 'utf8'), ['drops a table']],
])('%j takes away %j', (text, found) => {
  expect(contractions(text)).toEqual(found)
})
