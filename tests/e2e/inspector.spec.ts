import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import type { BrowserContext, Page, TestInfo } from 'playwright/test'
import { expectAccessible } from './axe'
import { chooseAction, expect, offersTab, row, test } from './fixtures'

// Two pages and a layout engine on what may be two busy cores.
test.describe.configure({ timeout: 120_000 })
const drawn = { timeout: 30_000 }

const chart = (page: Page) => page.getByRole('group', { name: /^Statechart of/ })
const log = (page: Page) => page.getByRole('listbox', { name: 'Log' })

async function openInspected(open: (path: string) => Promise<Page>, context: BrowserContext) {
  const opened = context.waitForEvent('page')
  const page = await open(`${offersTab}&inspect=local`)
  const inspector = await opened
  await expect(row(page, 'Offer 001')).toBeVisible()
  return { page, inspector }
}

/** A recording of an edit, as a page makes it, and the file that holds it. */
async function recordEdit(open: (path: string) => Promise<Page>, info: TestInfo) {
  const page = await open(offersTab)
  await chooseAction(page, 'Offer 001', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Offer' })
  await dialog.getByLabel('Base Price').fill('77')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Offer 001')).toContainText('77.00')
  const recording = await page.evaluate(() => window.offerdesk?.recording())
  if (!recording) throw new Error('No recording')
  const path = info.outputPath('edit.flow.json')
  writeFileSync(path, JSON.stringify(recording))
  return { path, recording }
}

test('an edit shows in the inspector while it happens in another window; axe finds nothing', async ({
  open,
  context,
  backend,
}) => {
  const { page, inspector } = await openInspected(open, context)
  await expect(inspector.getByRole('status').first()).toContainText('events received')
  await chooseAction(page, 'Offer 001', 'Edit')
  await inspector.getByRole('button', { name: /^offerEdit\./ }).click()
  await expect(chart(inspector)).toContainText('Active: offerEdit.editing', drawn)
  const dialog = page.getByRole('dialog', { name: 'Edit Offer' })
  await dialog.getByLabel('Base Price').fill('77')
  const release = backend.hold('PUT /offers')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(chart(inspector)).toContainText('Active: offerEdit.updating')
  await expect(inspector.locator('[data-state="offerEdit.updating"][data-active]')).toHaveCount(1)
  await expectAccessible(inspector)
  release()
  await expect(chart(inspector)).toContainText('Active: offerEdit.saved')
  await expect(inspector.getByRole('button', { name: /^offerEdit\./ })).toContainText('done')
  await inspector.getByRole('button', { name: 'Sequence' }).click()
  await expect(inspector.getByRole('listbox', { name: 'Sequence' }).getByRole('option').last()).toBeVisible()
  await inspector.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(inspector)
})

test('events are searched, filtered by actor and chosen by keyboard', async ({ open, context, backend: _ }) => {
  const { inspector } = await openInspected(open, context)
  const filter = inspector.getByRole('combobox', { name: 'Actor' })
  const session = await filter.getByRole('option', { name: /^theme / }).getAttribute('value')
  await filter.selectOption(session)
  await expect(log(inspector).getByRole('option')).toHaveCount(1)
  await filter.selectOption('All actors')
  await inspector.getByLabel('Search events').fill('query.LOADED')
  await expect(inspector.getByText(/\d+ of \d+ events/)).toBeVisible()
  for (const option of await log(inspector).getByRole('option').all())
    await expect(option).toContainText('query.loaded')
  await inspector.getByLabel('Search events').fill('no such thing')
  await expect(inspector.getByText('No event fits the search.')).toBeVisible()
  await inspector.getByLabel('Search events').fill('')
  await log(inspector).focus()
  await inspector.keyboard.press('Home')
  await expect(log(inspector).getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await inspector.keyboard.press('ArrowDown')
  await expect(log(inspector).getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await inspector.getByRole('button', { name: 'Follow the newest' }).click()
  await expect(log(inspector).getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  // The context of what is chosen is there to read.
  await inspector
    .getByRole('button', { name: /^record.campaigns / })
    .or(inspector.getByRole('button', { name: 'record.campaigns', exact: true }))
    .first()
    .click()
  await expect(inspector.getByRole('region', { name: 'Event and context as JSON' })).toContainText(
    '"name": "Spring Launch"',
  )
})

test('a recording is stepped through, forward, back, to any event, and played', async ({
  open,
  page,
  backend: _,
}, info) => {
  const { path, recording } = await recordEdit(open, info)
  const { events } = recording
  await page.goto('/inspector')
  await expect(page.getByText('Waiting for a page.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Recording').setInputFiles(path)
  const controls = page.getByRole('group', { name: 'Replay' })
  const place = controls.getByRole('slider', { name: 'Event' })
  await expect(place).toHaveValue('0')
  await expectAccessible(page)
  const updating = events.findIndex(({ state }) => state === 'updating')
  await place.fill(String(updating))
  await expect(chart(page)).toContainText('Active: offerEdit.updating', drawn)
  await controls.getByRole('button', { name: 'Previous event' }).click()
  await controls.getByRole('button', { name: 'Previous event' }).click()
  await controls.getByRole('button', { name: 'Next event' }).click()
  await expect(place).toHaveValue(String(updating - 1))
  await controls.getByRole('button', { name: 'Last event' }).click()
  await expect(place).toHaveValue(String(events.length - 1))
  await controls.getByRole('button', { name: 'First event' }).click()
  await controls.getByLabel('Speed').selectOption('16 times as fast')
  await controls.getByRole('button', { name: 'Play' }).click()
  await expect(place).toHaveValue(String(events.length - 1), drawn)
  await expect(controls.getByRole('button', { name: 'Play' })).toBeVisible()
  await page.getByRole('button', { name: 'Close recording' }).click()
  await expect(page.getByText('Waiting for a page.')).toBeVisible()
})

test('a recording goes to Stately Inspector at the press of a button', async ({
  open,
  page,
  context,
  backend: _,
}, info) => {
  const { path } = await recordEdit(open, info)
  await context.route('https://stately.ai/inspect', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Any inspector</title><p></p><script>
let count = 0
addEventListener('message', ({ data }) => { if (data._version) document.querySelector('p').textContent = ++count + ' messages' })
opener.postMessage({ type: '@statelyai.connected' }, '*')
</script>`,
    }),
  )
  await page.goto('/inspector')
  await page.getByLabel('Recording').setInputFiles(path)
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Send to Stately Inspector' }).click()
  const inspector = await opened
  const messages = inspector.getByText(/^\d{2,} messages$/)
  await expect(messages).toBeVisible()
  const sent = await messages.textContent()
  // The window is loaded anew, and gets the recording once.
  const loaded = inspector.waitForEvent('load')
  await page.getByRole('button', { name: 'Send to Stately Inspector' }).click()
  await loaded
  await expect(messages).toHaveText(sent ?? '')
})

test('a file that is no recording, or not as it was saved, is told, and nothing of it is shown', async ({
  open,
  page,
  backend: _,
}, info) => {
  const { path, recording } = await recordEdit(open, info)
  const text = readFileSync(path, 'utf8')
  const huge = info.outputPath('huge.flow.json')
  writeFileSync(huge, text)
  truncateSync(huge, 100 * 1024 * 1024)
  await page.goto('/inspector')
  const [first, ...others] = recording.events
  const cases: [string, string][] = [
    ['hello', 'is not JSON'],
    [text.slice(0, 2_000), 'was cut off before its end'],
    [JSON.stringify({ ...recording, version: 2 }), 'is of format version 2; this Offerdesk reads version 1'],
    [JSON.stringify({ some: 'thing' }), 'is no recording of Offerdesk'],
    [JSON.stringify({ ...recording, events: 'none' }), 'is not as it was saved: events'],
    [
      JSON.stringify({ ...recording, events: [{ ...first, event: { type: 'evil.event' } }, ...others] }),
      'has an event that no machine knows: evil.event',
    ],
  ]
  for (const [content, message] of cases) {
    const wrong = info.outputPath('wrong.flow.json')
    writeFileSync(wrong, content)
    await page.getByLabel('Recording').setInputFiles(wrong)
    await expect(page.getByRole('alert')).toContainText(message)
    await expect(page.getByText('No events yet.')).toBeVisible()
  }
  await page.getByLabel('Recording').setInputFiles(huge)
  await expect(page.getByRole('alert')).toContainText('is larger than 64 MB')
  // A state that was changed is found when it is shown.
  const changed = recording.events.map((event) => (event.state === 'updating' ? { ...event, state: 'saved' } : event))
  const wrong = info.outputPath('changed.flow.json')
  writeFileSync(wrong, JSON.stringify({ ...recording, events: changed }))
  await page.getByLabel('Recording').setInputFiles(wrong)
  await expect(page.getByRole('alert')).toContainText('the replay parts from the recording (state): recorded "saved"')
})

test('what a recording holds is text, never markup or code', async ({ open, page, backend }, info) => {
  const offer = backend.data.offers[0]
  if (offer) offer['displayName'] = '<img src=x onerror="document.title=\'broken\'">Offer 001'
  const { path } = await recordEdit(open, info)
  await page.goto('/inspector')
  await page.getByLabel('Recording').setInputFiles(path)
  await page.getByRole('button', { name: 'Last event' }).click()
  await page.getByRole('button', { name: /^offerEdit\./ }).click()
  await expect(page.getByRole('region', { name: 'Event and context as JSON' })).toContainText('<img src=x onerror=')
  expect(await page.title()).toBe('Inspector · Offerdesk')
  expect(await page.locator('img').count()).toBe(0)
})

test('ten thousand events and more: the oldest are dropped, and the rest stays quick to use', async ({
  page,
  delivery: _,
}) => {
  await page.goto('/inspector')
  await expect(page.getByRole('status').first()).toContainText('Waiting for a page')
  await page.evaluate(() => {
    const base = { _version: '1', createdAt: String(Date.now()), rootId: 'a', sessionId: 'a', id: '1' }
    const send = (message: object) => window.postMessage({ ...base, ...message }, window.location.origin)
    const definition = JSON.stringify({ id: 'counter', initial: 'on', states: { on: {}, off: {} } })
    send({ type: '@xstate.actor', name: 'counter', definition, snapshot: { status: 'active', value: 'on' } })
    for (let count = 0; count < 12_000; count++) {
      const event = { type: 'count.up', count }
      send({ type: '@xstate.event', event })
      send({ type: '@xstate.snapshot', event, snapshot: { status: 'active', value: 'on', context: { count } } })
    }
    // Neither of these is a message of an inspector's sender.
    window.postMessage({ ...base, type: '@xstate.event', event: 'no object' }, window.location.origin)
    window.postMessage('hello', window.location.origin)
  })
  await expect(page.getByRole('status').first()).toHaveText(
    '12,000 events received; the oldest 2,000 were dropped to keep this page fast',
  )
  expect(await log(page).getByRole('option').count()).toBeLessThan(60)
  await page.getByLabel('Search events').fill('"count":11999')
  await expect(page.getByText('1 of 10,000 events')).toBeVisible()
})
