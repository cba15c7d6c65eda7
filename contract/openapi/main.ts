import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const help = `npm run openapi                  write the contract as OpenAPI 3.1 to docs/openapi.json
npm run openapi -- --out FILE    write it to FILE; - is the standard output
`

/** Whatever keeps the document from being written is told in one line. */
function giveUp(reason: string): never {
  process.stderr.write(`npm run openapi: ${reason}\n`)
  process.exit(2)
}

function options() {
  try {
    return parseArgs({
      options: { out: { type: 'string', default: 'docs/openapi.json' }, help: { type: 'boolean', short: 'h' } },
    }).values
  } catch (error) {
    return giveUp(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}

const { out, help: isHelp } = options()
if (isHelp) {
  process.stdout.write(help)
} else {
  // Loaded only here: whoever asks for help, or wrongly, does not wait for the contract.
  const { openapi } = await import('./document')
  const text = `${JSON.stringify(openapi(), null, 2)}\n`
  try {
    if (out === '-') {
      process.stdout.write(text)
    } else {
      writeFileSync(out, text)
      process.stdout.write(`Written to ${out}\n`)
    }
  } catch (error) {
    giveUp(`can't write ${out}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
