import { parseArgs } from 'node:util'
import { resources } from '../engine/calls'
import { Journal } from '../engine/journal'
import type { CheckOptions } from '../engine/model'
import { type ReportKind, reportKinds } from '../report/kinds'

/** Bad flags; the message is one line. */
export class InvalidUse extends Error {}

export interface Command {
  options: CheckOptions
  reports: ReportKind[]
  /** Where the reports are written, but for pretty, which is printed. */
  out: string | undefined
  /** A journal to take up, instead of checking. */
  undo: string | undefined
}

/** What --help prints; `command` is what people type to run it. */
export const helpFor = (
  command: string,
) => `Checks a server against the Offerdesk contract, and says where and how it breaks it.

  ${command} --base-url URL --email E --password P [options]

  --base-url URL          scheme, host and port of the server, without /api/v1
  --email, --password     an account on it that has campaigns and products to work with
  --token T               its session token, instead of or beside them
  --second-email, --second-password
                          an account that is a member of no organization of the first; without it, whether
                          organizations are kept apart is skipped
  --order-token T         the token of a payment link that has not expired
  --expired-order-token T the token of one that has expired
  --reset-token T         the token of a mail that resets the password of --email; it is used up, the password stays
  --level core|full       the twenty calls (the default), or the extensions too
  --only RESOURCE         ${resources.join(', ')}; several with commas
  --read-only             send nothing but GET, login and search
  --seed N                repeat the generated cases of a run, in the same order; the names of records are new at level full,
                          so that a run goes beside what another has left, and what is made of the server's own rows
                          follows these
  --keep                  leave the records that it makes; what it changed is put back all the same
  --again FINDING         only whether a finding of an earlier run still stands, as its script asks it: 1 and 'still broken',
                          or 0 and 'mended'; with --part, what of the run found it
  --undo FILE             put back what a check that was killed has left; FILE is the journal in its --out
  --report KIND           ${reportKinds.join(', ')}; several with commas; pretty when left out
  --out DIR               where to write json, junit, html, the scripts of the findings and the journal; conformance
                          when left out
  --rules                 print the rules as a table in markdown
  --help

It makes its own records through the API and takes them away again, also when it is interrupted. Let one run at a time
work in an organization. Passwords and tokens may be given as OFFERDESK_PASSWORD, OFFERDESK_TOKEN,
OFFERDESK_SECOND_PASSWORD, OFFERDESK_ORDER_TOKEN, OFFERDESK_EXPIRED_ORDER_TOKEN and OFFERDESK_RESET_TOKEN instead.

Exit code 0: it conforms, 1: it breaks the contract, 2: it could not be checked, 130: interrupted.
`

const flags = {
  'base-url': { type: 'string' },
  email: { type: 'string' },
  password: { type: 'string' },
  token: { type: 'string' },
  'second-email': { type: 'string' },
  'second-password': { type: 'string' },
  'order-token': { type: 'string' },
  'expired-order-token': { type: 'string' },
  'reset-token': { type: 'string' },
  level: { type: 'string' },
  only: { type: 'string', multiple: true },
  'read-only': { type: 'boolean' },
  seed: { type: 'string' },
  keep: { type: 'boolean' },
  again: { type: 'string' },
  part: { type: 'string' },
  undo: { type: 'string' },
  report: { type: 'string', multiple: true },
  out: { type: 'string' },
} as const

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: flags, strict: true, allowPositionals: false }).values
  } catch (error) {
    // Node adds advice about flags that begin with a dash in further sentences.
    throw new InvalidUse((error as Error).message.split('. ')[0]?.split('\n')[0] ?? 'wrong flags')
  }
}

/** What a flag names, several with commas; of an empty one, such as of a variable that is not set, nothing is guessed. */
function listOf<Item>(flag: string, values: readonly string[] | undefined, known: readonly Item[]): Item[] | undefined {
  return values
    ?.flatMap((value) => value.split(','))
    .map((text) => {
      const item = known.find((one) => one === text)
      if (item === undefined) throw new InvalidUse(`${flag} has to be of ${known.join(', ')}, not ${text || 'nothing'}`)
      return item
    })
}

/** A variable that is set to nothing is not set. */
const given = (variable: string | undefined) => (variable === '' ? undefined : variable)

/** Reads the command line; secrets may come from the environment. Throws InvalidUse. */
export function readCommand(args: string[], env: Record<string, string | undefined> = {}): Command {
  const values = parsed(args)
  const baseUrl = values['base-url'] ?? baseUrlOf(values.undo)
  if (baseUrl === undefined) throw new InvalidUse('--base-url is missing')
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new InvalidUse(`--base-url has to be an http or https address, not ${baseUrl}`)
  }
  const url = new URL(baseUrl)
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new InvalidUse('--base-url takes scheme, host and port, and at most a path')
  }
  if (/\/api\/v1\/?$/.test(url.pathname)) throw new InvalidUse('--base-url has to be given without /api/v1')
  const { email, 'second-email': secondEmail } = values
  const password = values.password ?? given(env['OFFERDESK_PASSWORD'])
  const secondPassword = values['second-password'] ?? given(env['OFFERDESK_SECOND_PASSWORD'])
  const token = values.token ?? given(env['OFFERDESK_TOKEN'])
  const orderToken = values['order-token'] ?? given(env['OFFERDESK_ORDER_TOKEN'])
  const expiredOrderToken = values['expired-order-token'] ?? given(env['OFFERDESK_EXPIRED_ORDER_TOKEN'])
  if (email !== undefined && password === undefined) throw new InvalidUse('--email needs --password')
  if (email === undefined && token === undefined) throw new InvalidUse('--email and --password are missing, or --token')
  if ((secondEmail === undefined) !== (secondPassword === undefined)) {
    throw new InvalidUse('--second-email and --second-password belong together')
  }
  const resetToken = values['reset-token'] ?? given(env['OFFERDESK_RESET_TOKEN'])
  if (resetToken !== undefined && email === undefined) throw new InvalidUse('--reset-token needs --email')
  const only = listOf('--only', values.only, resources)
  if ((values.again === undefined) !== (values.part === undefined)) {
    throw new InvalidUse('--again and --part belong together')
  }
  return {
    options: {
      baseUrl,
      level: levelOf(values.level),
      readOnly: values['read-only'] ?? false,
      seed: seedOf(values.seed),
      ...(email !== undefined && password !== undefined && { email, password }),
      ...(token !== undefined && { token }),
      ...(secondEmail !== undefined && secondPassword !== undefined && { secondEmail, secondPassword }),
      ...(orderToken !== undefined && { orderToken }),
      ...(expiredOrderToken !== undefined && { expiredOrderToken }),
      ...(resetToken !== undefined && { resetToken }),
      ...(values.keep === true && { keep: true }),
      ...(values.again !== undefined &&
        values.part !== undefined && { again: { part: values.part, findings: [values.again] } }),
      ...(only && { only }),
    },
    reports: listOf('--report', values.report, reportKinds) ?? ['pretty'],
    out: values.out,
    undo: values.undo,
  }
}

/** The server that a journal is of; undefined when there is none. */
function baseUrlOf(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  return Journal.read(file).head?.baseUrl
}

function levelOf(text = 'core'): 'core' | 'full' {
  if (text === 'core' || text === 'full') return text
  throw new InvalidUse(`--level has to be core or full, not ${text}`)
}

function seedOf(text: string | undefined): number {
  if (text === undefined) return Math.floor(Math.random() * 2 ** 31)
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 32) return Number(text)
  throw new InvalidUse(`--seed has to be a whole number below 2^32, not ${text}`)
}
