import { check } from '../../../contract/conformance/check'
import { allCalls, type Call } from '../../../contract/conformance/engine/calls'
import { jsonSchemaOf } from '../../../contract/conformance/engine/jsonSchema'
import { isSuccess } from '../mutants/exchange'
import { readGiven } from '../mutants/given'
import { startProxy } from '../mutants/proxy'
import { checkOptionsOf, prepareData, startReference } from '../mutants/reference'
import { type Given, kindsIn, kindsOf } from './kinds'

const help = `npx tsx tests/conformance/inputs/main.ts [OPTIONS]

Which kinds of values a check sends in each field of each body and query with success, of all that the contract takes, and
which it never does: nothing can be seen of a fault in those. What only a mailed link or a passkey leads to is left out.

  --seed N         seed of the checker (1)
  --help

Exit code 0 when the run found nothing, 1 otherwise, 2 for bad input.
`

const print = (text: string) => process.stdout.write(`${text}\n`)

/** The body and the query of a call, each with what its fields begin with. */
const partsOf = ({ name, body, query }: Call) => [
  ...(body === undefined ? [] : [{ of: 'body' as const, schema: jsonSchemaOf(body, 'input'), field: `${name}: ` }]),
  ...(query === undefined ? [] : [{ of: 'query' as const, schema: jsonSchemaOf(query, 'input'), field: `${name}?: ` }]),
]

async function main() {
  const given = readGiven('inputs', {})
  if (given.help) return void print(help.trimEnd())
  const calls = new Map(allCalls.map((call) => [call.name, { parts: partsOf(call), isMade: false }]))
  const sent = new Set<string>()
  const keyOf = ([field, kind]: Given) => `${field} ${kind}`
  const data = await prepareData()
  try {
    const reference = await startReference(data)
    const proxy = await startProxy(
      reference.url,
      async (exchange) => {
        const reply = await exchange.send()
        const call = calls.get(exchange.call === 'search' ? 'search.search' : exchange.call)
        if (call === undefined || !isSuccess(reply)) return reply
        call.isMade = true
        for (const { of, schema, field } of call.parts) {
          const value = of === 'body' ? exchange.body : Object.fromEntries(exchange.query)
          for (const one of kindsIn(schema, value, field)) sent.add(keyOf(one))
        }
        return reply
      },
      reference.tokens,
    )
    const report = await check({ ...checkOptionsOf(reference, proxy.url), seed: Number(given.seed) })
    await proxy.stop()
    await reference.stop()
    let [all, left] = [0, 0]
    for (const { parts, isMade } of calls.values()) {
      if (!isMade) continue
      const due = new Map<string, string[]>()
      for (const [field, kind] of parts.flatMap(({ schema, field }) => kindsOf(schema, field))) {
        all += 1
        if (!sent.has(keyOf([field, kind]))) due.set(field, [...(due.get(field) ?? []), kind])
      }
      for (const [field, never] of due) {
        left += never.length
        print(`${field}  never ${never.join(', ')}`)
      }
    }
    print(`${all - left} of ${all} kinds of values are sent by a run with ${report.findings.length} findings`)
    process.exitCode = report.findings.length === 0 ? 0 : 1
  } finally {
    await data.stop()
  }
}

await main()
