import { callsOf } from './engine/calls'

/** What level full asks of the twenty calls beyond level core: what the contract says and the specification does not. */
const beyondCore: readonly string[] = [
  'Every success is answered with 200, never with 201.',
  'A body with a field that is wrong in any way that its schema names is refused with 400 or 422: lengths, bounds, third decimals, numbers and dates as other text, control characters, blanks alone, null.',
  'The longest text that a field takes is taken.',
  'Every field that the app shows is sent, null where there is no value; essential ones have one.',
  'What the server alone gives an offer (id, campaign, createdAt) is not taken from a body.',
  'An offer can be made without a gateway, and no limit appears that was not sent.',
  'updatedAt moves with every change, and of a refused update nothing is written.',
  'Every list can be sorted by the columns of its table and filtered by what the app filters by; rows without a value are in every sort.',
  'q takes capital and small letters alike and every word of it, and no sign of it is a wildcard.',
  'More than 100 rows a page are refused.',
  'Ids of other records lead to them, and counts of them are right.',
  'An id of another organization is refused with the words that an unknown one gets, and lists of other organizations are refused rather than empty.',
  'Letters of tokens count, and so does the scheme before them; an address signs in in capital letters, too.',
  'Sign-in, sign-up and reset do not tell whether an account exists, in words or in headers.',
  'Passwords with a NUL, beyond 72 bytes, with a blank more, or that are a condition do not sign in.',
  'The organization’s name can be changed with the profile.',
  'Members of a campaign have who asks among them; an auto-responder names its plugin instance.',
  'A payment link opens its order whatever token of a session is sent, and the order is as the list of orders has it.',
  'Paths that the contract does not have are 404, methods 405, other content types and values of a query are refused; huge and deep bodies are refused, not only survived.',
  'No answer has a password, its hash or a stack trace.',
]

/** What each level asks for, in markdown, for teams that have no more than the package. */
export function levelsText(): string {
  const callLines = (level: 'core' | 'extension') =>
    callsOf('full')
      .filter((call) => call.level === level)
      .map(({ name, method, path }) => `- \`${name}\`: ${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  return [
    '# Levels of the check',
    '',
    '`--level core`, the default, asks for the twenty calls as the specification has them:',
    '',
    ...callLines('core'),
    '',
    '`--level full` asks for what the reference server adds:',
    '',
    ...callLines('extension'),
    '',
    'and of the twenty calls for what only the contract says, as `openapi.json` has it:',
    '',
    ...beyondCore.map((line) => `- ${line}`),
    '',
    'The app works with every backend that passes level core.',
    '',
  ].join('\n')
}
