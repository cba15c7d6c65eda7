import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rulesTable } from '../../contract/conformance/rules'

const readme = fileURLToPath(new URL('../../README.md', import.meta.url))
const begins = '<!-- rules: npm run rules writes this table -->'
const ends = '<!-- end of rules -->'

/** README.md with the checker's rules as they are now. */
export function withRules(): string {
  const text = readFileSync(readme, 'utf8')
  const [before = '', rest = ''] = text.split(begins)
  const after = rest.split(ends)[1]
  if (after === undefined) throw new Error(`README.md lacks ${begins} or ${ends}`)
  return `${before}${begins}\n\n${rulesTable().trim()}\n\n${ends}${after}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(readme, withRules())
