import { unknownDevice } from '../../contract/rules/devices'

/** Browsers by what they say of themselves: many say to be Chrome and Safari, too, so the others come first. */
const browsers: readonly (readonly [name: string, says: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chromium|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]

const systems: readonly (readonly [name: string, says: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\b(?:Linux|X11)\b/],
]

/** Longer than any browser's, and short enough to be looked through at once. */
const longest = 500

/** What asks, in plain words: `Firefox on Windows`, or a program by its name. Anybody can say to be anything. */
export function deviceOf(userAgent: string | undefined): string {
  const said = (userAgent ?? '').slice(0, longest)
  const named = (list: typeof browsers) => list.find(([, says]) => says.test(said))?.[0]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? system ?? /^(?!Mozilla\b)[A-Za-z][\w.-]{0,30}(?![\w.-])/.exec(said)?.[0] ?? unknownDevice
}
