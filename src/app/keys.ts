import { read, write } from '../browser/storage'

/** Where `g` and then a letter leads (WF-01). */
export const goKeys = {
  d: '/dashboard',
  a: '/campaigns',
  o: '/orders',
  f: '/fulfilments',
  p: '/products',
  c: '/customers',
  r: '/reports',
  l: '/leaderboard',
  s: '/settings',
} as const

/** The letter of a key, on a keyboard of other letters too: there it is the one in the same place. */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string =>
  (/^[a-z]$/i.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key)).toLowerCase()

/** What is open takes keys itself. */
export const taking = '[role=dialog], [role=menu], [role=listbox]'

/** Whether keys do anything that are pressed alone, as was chosen in this browser. */
export const areKeysOn = (): boolean => read('localStorage', 'keys') !== 'off'
export const setKeysOn = (isOn: boolean): void => write('localStorage', 'keys', isOn ? undefined : 'off')
