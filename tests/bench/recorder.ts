import type { CDPSession, Page } from 'playwright'
import { median, print, progress } from './figures'
import { withApp } from './page'

interface ProfileNode {
  id: number
  callFrame: { functionName: string; url: string }
  children?: number[]
}
interface Profile {
  nodes: ProfileNode[]
  samples?: number[]
  timeDeltas?: number[]
}

/** Methods of the recorder that the app calls, by the names that they keep in the build. */
const recorderMethods = new Set(['observe', 'addExchange', 'addVisit'])

/** Milliseconds of scripting, and how many of them in the recorder. */
function timesOf({ nodes, samples = [], timeDeltas = [] }: Profile) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const isRecorder = (id: number | undefined): boolean => {
    const node = id === undefined ? undefined : byId.get(id)
    if (!node || id === undefined) return false
    const { functionName, url } = node.callFrame
    return (recorderMethods.has(functionName) && url.includes('/assets/')) || isRecorder(parents.get(id))
  }
  let scripting = 0
  let recording = 0
  for (const [index, sample] of samples.entries()) {
    const name = byId.get(sample)?.callFrame.functionName ?? ''
    if (name === '(idle)' || name === '(program)' || name === '(root)') continue
    const time = (timeDeltas[index] ?? 0) / 1_000
    scripting += time
    if (isRecorder(sample)) recording += time
  }
  return { scripting, recording }
}

/** Something like a minute of work: rows, a dialog, fields, searches. */
async function work(page: Page, campaign: string) {
  await page.goto(`${campaign}?tab=offers&size=100`)
  await page.locator('tbody tr:not([data-skeleton])').nth(50).waitFor()
  for (let round = 0; round < 8; round += 1) {
    await page.locator('tbody tr').nth(round).getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Display Name').pressSequentially(' a longer name that is typed by a person who is quick')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  const search = page.getByRole('searchbox')
  for (const text of ['tent', 'lamp', 'boots', '']) {
    await search.fill('')
    await search.pressSequentially(text)
  }
}

async function profile(cdp: CDPSession, task: () => Promise<void>): Promise<Profile> {
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.setSamplingInterval', { interval: 100 })
  await cdp.send('Profiler.start')
  await task()
  const { profile: taken } = await cdp.send('Profiler.stop')
  return taken
}

/** What keeping the last 2,000 events costs. */
export async function measureRecorder() {
  await withApp(async (page, campaign) => {
    const cdp = await page.context().newCDPSession(page)
    const origin = new URL(page.url()).origin
    const shares: number[] = []
    for (let run = 1; run <= 3; run += 1) {
      progress(`recorder, run ${run} of 3`)
      const { scripting, recording } = timesOf(await profile(cdp, () => work(page, `${origin}${campaign}`)))
      const events = await page.evaluate(
        async () => (await (Reflect.get(window, 'offerdesk') as Hook).recording()).events.length,
      )
      print(`  ${recording.toFixed(1)} of ${scripting.toFixed(0)} ms of scripting, ${events} events`)
      shares.push((100 * recording) / scripting)
    }
    print(`Keeping the last 2,000 events: median of 3 ${median(shares).toFixed(2)} % of scripting time`)
  })
}

interface Hook {
  recording: () => Promise<{ events: unknown[] }>
}
