import * as z from 'zod/mini'

const whole = z.int().check(z.minimum(0))
const finding = z
  .object({
    rule: z.string(),
    call: z.string(),
    kind: z.enum(['shape', 'refusal', 'access', 'behaviour', 'resilience']),
    reason: z.string(),
    expected: z.string(),
    actual: z.string(),
    curl: z.string(),
    script: z.optional(z.string()),
    others: z.optional(z.array(z.string())),
    count: z.int().check(z.minimum(1)),
  })
  .register(z.globalRegistry, {
    id: 'Finding',
    description:
      'One way in which the server breaks the contract: the rule, the call such as offers.update, what goes wrong in words, the command of the request at fault, and a script for sh that repeats the finding by itself. In both, $TOKEN, $PASSWORD and their like stand for secrets.',
  })

const call = z
  .object({
    call: z.string(),
    method: z.string(),
    path: z.string(),
    level: z.enum(['core', 'extension']),
    requests: whole,
    valid: whole,
    invalid: whole,
    exercised: z.boolean(),
    why: z.optional(z.string()),
  })
  .register(z.globalRegistry, {
    id: 'Call',
    description:
      'Requests that were sent, of them allowed and forbidden by the contract, and whether a valid one succeeded, or why none did.',
  })

/** The report as JSON. Fields may be added within format 1; none goes or changes its meaning. */
export const reportSchema = z
  .object({
    format: z.literal(1),
    baseUrl: z.string(),
    level: z.enum(['core', 'full']),
    seed: z.int(),
    readOnly: z.boolean(),
    startedAt: z.iso.datetime(),
    durationMs: whole,
    interrupted: z.boolean(),
    calls: z.array(call),
    rules: z.array(z.object({ rule: z.string(), checks: whole, findings: whole })),
    findings: z.array(finding),
    skipped: z.array(z.object({ rule: z.string(), reason: z.string() })),
    notExercised: z.array(z.string()),
    leftovers: z.array(z.string()),
  })
  .register(z.globalRegistry, { title: 'Report of the Offerdesk contract checker, format 1' })

/** report.schema.json as it has to be; a test compares the two. */
export const reportJsonSchema = (): string =>
  `${JSON.stringify(z.toJSONSchema(reportSchema, { target: 'draft-2020-12', io: 'input' }), null, 2)}\n`
