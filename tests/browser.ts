import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

// The headless shell is Chromium without its windows, and takes two thirds of the time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]

const usualPlaces = [
  ...(process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Chrome or Chromium: CHROME_PATH, the usual places, or the one that Playwright has installed. */
export function findChrome(): string | undefined {
  const given = process.env['CHROME_PATH']
  if (given) return given
  return [...usualPlaces, chromium.executablePath()].find((path) => existsSync(path))
}

/** The browser for the tests; where none is, Debian's is installed when that is allowed. Throws one line otherwise. */
export function ensureChrome(): string {
  const found = findChrome()
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium...\n')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'],
    ]) {
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
    }
    const installed = findChrome()
    if (installed !== undefined) return installed
  }
  throw new Error('No Chrome or Chromium was found: install one (such as the package chromium), or set CHROME_PATH')
}

/** What Chromium is started with: as root it runs without its sandbox, and it never calls home. */
export const chromeArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
