import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import type { Browser, BrowserContextOptions } from 'playwright'
import { build } from 'vite'
import { compressed } from '../../vite/compress'
import { median, print, progress } from './figures'
import { withApp } from './page'

const pairs = 9
const folder = fileURLToPath(new URL('peer', import.meta.url))
const root = fileURLToPath(new URL('peer/dist', import.meta.url))

/** Installs and builds the peer; too heavy (330 MB) to be everybody's development dependency. */
async function buildPeer() {
  if (!existsSync(`${folder}/node_modules/react-admin`)) {
    progress('installing react-admin')
    const args = ['install', '--no-package-lock', '--no-audit', '--no-fund']
    const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`npm could not install react-admin: ${stderr.trim()}`)
  }
  progress('building the peer')
  await build({
    root: folder,
    configFile: false,
    // Every file of MUI begins with a 'use client' that a bundler warns of.
    logLevel: 'error',
    css: { postcss: {} },
    plugins: [compressed()],
    build: { target: 'es2023', modulePreload: { polyfill: false }, chunkSizeWarningLimit: 2_000, emptyOutDir: true },
  })
}

/** Delivers the peer as our server delivers our app, packed beforehand; without the content policy, as its styles are inline. */
async function servePeer() {
  const app = Fastify()
  await app.register(fastifyStatic, { root, preCompressed: true })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`, close: () => app.close() }
}

/** Milliseconds from the navigation to the first painted row, in a browser that has no file and no code of the app yet. */
async function timeToRow(browser: Browser, url: string, row: string, state: BrowserContextOptions['storageState']) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state === undefined ? {} : { storageState: state }),
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // Told by the page itself, in its console: asking it from outside would have it load what asks, at a quarter of its speed.
  const told = page.waitForEvent('console', (message) => message.text().startsWith('painted '))
  await page.addInitScript((selector) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      watch.disconnect()
      // The first task after the next frame begins when that frame has been painted.
      requestAnimationFrame(() => setTimeout(() => console.log(`painted ${performance.now()}`)))
    })
    watch.observe(document, { subtree: true, childList: true })
  }, row)
  await page.goto(url, { waitUntil: 'commit' })
  const time = Number((await told).text().slice('painted '.length))
  await context.close()
  return time
}

const figures = (values: number[], digits: number) =>
  `median ${median(values).toFixed(digits)}, from ${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`

/** The offers of a campaign from our server, and the same number of rows that react-admin has in memory, in turns. */
export async function measurePeer() {
  await buildPeer()
  const peer = await servePeer()
  await withApp(async (page, campaign, browser) => {
    const state = await page.context().storageState()
    const address = `${new URL(page.url()).origin}${campaign}?tab=offers`
    await page.close()
    const ours = () => timeToRow(browser, address, 'tbody tr:not([data-skeleton]) td', state)
    const theirs = () => timeToRow(browser, peer.url, 'tbody td.column-displayName', undefined)
    // The first pair only warms the browser and both servers.
    await ours()
    await theirs()
    const times: { ours: number; theirs: number }[] = []
    for (let pair = 1; pair <= pairs; pair += 1) {
      progress(`pair ${pair} of ${pairs}`)
      // Whoever goes first changes from pair to pair.
      if (pair % 2 === 0) times.push({ ours: await ours(), theirs: await theirs() })
      else times.push({ theirs: await theirs(), ours: await ours() })
    }
    print(`Time to the first painted row, processor slowed 4x, nothing cached, ${pairs} pairs`)
    print(
      `  Offerdesk, rows from the server    ${figures(
        times.map((time) => time.ours),
        0,
      )} ms`,
    )
    print(
      `  react-admin, rows in memory        ${figures(
        times.map((time) => time.theirs),
        0,
      )} ms`,
    )
    print(
      `  Offerdesk / react-admin, by pair   ${figures(
        times.map((time) => time.ours / time.theirs),
        2,
      )}`,
    )
  })
  await peer.close()
}
