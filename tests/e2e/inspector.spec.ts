import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page, TestInfo } from 'playwright/test'
import { Api } from './api'
import { expectAccessible } from './axe'
import { chooseAction, expect, offersTab, row, test } from './fixtures'
import { addHose, openShop } from './orderNew'
import { letIn } from './reference'

// Two pages and a layout engine on what may be two busy cores.
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
  return { page, path, recording }
}

/** The same, opened in the inspector. */
async function openEdit(open: (path: string) => Promise<Page>, info: TestInfo) {
  const recorded = await recordEdit(open, info)
  await recorded.page.goto('/inspector')
  await recorded.page.getByLabel('Recording', { exact: true }).setInputFiles(recorded.path)
  return recorded
}

test('an edit shows in the inspector while it happens in another window; axe finds nothing @rare', async ({
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

test('where the lanes of a sequence are wider than its list, it goes along with the event that is shown', async ({
  open,
  backend: _,
}) => {
  const page = await open('/inspector')
  await page.getByLabel('Recording', { exact: true }).setInputFiles('tests/flows/webhookEdit.flow.json')
  await page.getByRole('button', { name: 'Sequence' }).click()
  const sequence = page.getByRole('listbox', { name: 'Sequence' })
  const arrow = sequence.getByRole('option', { selected: true }).locator('polygon')
  for (const key of ['End', ...Array<string>(8).fill('ArrowUp'), 'Home']) {
    await sequence.press(key)
    await expect(arrow).toBeInViewport()
  }
})

test('a live session is not lost: cleared, loaded anew, behind a recording, with two tabs, and without its window @rare', async ({
  open,
  context,
  backend: _,
}, info) => {
  const { page, inspector } = await openInspected(open, context)
  const tabs = inspector.getByRole('list', { name: 'Tabs' })
  const actor = (name: RegExp) => inspector.getByRole('button', { name }).first()
  await expect(tabs).toHaveText(/Tab 1: .*, connected$/)
  await expect(actor(/^workspace/)).toBeVisible()
  await inspector.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(actor(/^workspace/)).toBeVisible()
  await expect(actor(/^table\.offers/)).toContainText('populated')
  // The window stays the one that it was.
  await page.reload()
  await inspector.getByLabel('Search events').fill('loaded anew')
  await expect(log(inspector).getByRole('option')).toContainText('Tab 1 was loaded anew: /campaigns/cmp_1')
  await inspector.getByRole('button', { name: 'Clear search' }).click()
  await expect(actor(/^table\.offers/)).toContainText('populated')
  await expect(tabs.getByRole('listitem')).toHaveCount(1)
  const { path } = await recordEdit(open, info)
  await inspector.getByLabel('Recording', { exact: true }).setInputFiles(path)
  await expect(inspector.getByRole('group', { name: 'Replay' })).toBeVisible()
  await chooseAction(page, 'Offer 002', 'Edit')
  await inspector.getByRole('button', { name: 'Close recording' }).click()
  await expect(actor(/^offerEdit\.2/)).toContainText('editing')
  const second = await context.newPage()
  await second.goto('/dashboard?inspect=local')
  await expect(tabs.getByRole('listitem').nth(1)).toHaveText(/^Tab 2: .*, connected$/)
  await expect(inspector.getByRole('list', { name: /^Tab 2: / })).toContainText('workspace')
  expect(context.pages()).toHaveLength(3)
  await expectAccessible(inspector)
  await second.close()
  await expect(tabs.getByRole('listitem').nth(1)).toHaveText(/^Tab 2: .*, closed$/)
  await inspector.close()
  const bar = page.getByRole('region', { name: 'Testing tools' })
  await expect(bar).toContainText('The inspector was closed. The last 2,000 events are kept for it.')
  const opened = context.waitForEvent('page')
  await bar.getByRole('button', { name: 'Open it' }).click()
  await expect((await opened).getByRole('button', { name: /^offerEdit\.2/ })).toContainText('editing')
  await expect(bar).toContainText('Sending to the inspector')
})

test('noise is muted, an actor is gone through event by event, with its answers and its times, and takes an event by hand @rare', async ({
  open,
  context,
  backend: _,
}) => {
  const { page, inspector } = await openInspected(open, context)
  const actors = inspector.getByRole('list', { name: 'Actors' })
  const table = actors.getByRole('button', { name: /^table\.offers/ })
  const housekeeping = inspector.getByRole('button', { name: 'Housekeeping' })
  await expect(inspector.getByText(/^\d+ of \d+ events$/)).toBeVisible()
  await housekeeping.click()
  await expect(inspector.getByText(/^\d+ of \d+ events$/)).toBeHidden()
  await housekeeping.click()
  // Whoever is chosen stays, also when it is who acts already.
  const follow = inspector.getByRole('button', { name: 'Follow', exact: true })
  await table.click()
  await follow.click()
  await actors.locator('[aria-pressed=true]').click()
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  await table.click()
  const details = inspector.getByRole('region', { name: 'Details' })
  // What is shown is its newest event, whatever came since of others: the first press goes to the one before.
  const loaded = details.getByRole('heading', { name: /query\.loaded$/ })
  await expect(loaded).toBeVisible()
  await inspector.getByRole('button', { name: 'Previous event of this actor' }).click()
  await expect(loaded).toBeHidden()
  await inspector.getByRole('button', { name: 'Next event of this actor' }).click()
  await expect(loaded).toBeVisible()
  const answer = details.getByRole('list', { name: 'Answers that came just before' }).getByText('/api/v1/search')
  await answer.click()
  await expect(details.getByText('"resource": "offers"')).toBeVisible()
  await expect(
    chart(inspector)
      .getByText(/^1 ×, [\d.]+ m?s$/)
      .first(),
  ).toBeVisible(drawn)
  await expectAccessible(inspector)
  await inspector.getByRole('button', { name: 'Follow the newest' }).click()
  await details.getByText('Send an event').click()
  await details.getByLabel('Event to send').selectOption('search.change')
  const carried = details.getByLabel('What it carries, as JSON')
  await carried.fill('{text: "Offer 007"}')
  await details.getByRole('button', { name: 'Send' }).click()
  await expect(details.getByRole('alert')).toContainText('is not JSON')
  await carried.fill('{"text": "Offer 007"}')
  await details.getByRole('button', { name: 'Send' }).click()
  await expect(row(page, 'Offer 001')).toBeHidden()
  await expect(row(page, 'Offer 007')).toBeVisible()
})

test('events are searched, filtered by actor and chosen by keyboard @rare', async ({ open, context, backend: _ }) => {
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
  await inspector.getByRole('button', { name: 'Clear search' }).click()
  await expect(inspector.getByLabel('Search events')).toHaveValue('')
  await log(inspector).focus()
  await inspector.keyboard.press('/')
  await expect(inspector.getByLabel('Search events')).toBeFocused()
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

test('a recording is stepped through, forward, back, to any event, and played @rare', async ({
  open,
  page,
  backend: _,
}, info) => {
  const { path, recording } = await recordEdit(open, info)
  const { events } = recording
  await page.goto('/inspector')
  await expect(page.getByText('Waiting for a page.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Recording', { exact: true }).setInputFiles(path)
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

test('a chart is fitted when it opens, zoomed, moved and centred, its panes resized, and it is saved as a file @rare', async ({
  open,
  page,
  backend: _,
}, info) => {
  const { recording } = await openEdit(open, info)
  const place = page.getByRole('slider', { name: 'Event' })
  const updating = recording.events.findIndex(({ state }) => state === 'updating')
  await place.fill(String(updating))
  await expect(chart(page)).toContainText('Active: offerEdit.updating', drawn)
  const frame = chart(page)
  const state = (id: string) => page.locator(`[data-state="offerEdit.${id}"] rect`).first()
  const boxes = async (...locators: Locator[]) => Promise.all(locators.map((each) => each.boundingBox()))
  const isWithin = async (inner: Locator) => {
    const [a, b] = await boxes(inner, frame)
    if (!a || !b) return false
    return a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height
  }
  await expect.poll(() => isWithin(page.locator('[data-state="offerEdit"] rect').first())).toBe(true)
  const widthOf = async () => (await state('updating').boundingBox())?.width ?? 0
  const fittedWidth = await widthOf()
  await frame.hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -400)
  await page.keyboard.up('Control')
  await expect.poll(widthOf).toBeGreaterThan(fittedWidth * 2)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  // Zoomed in, what becomes active comes into the middle.
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await place.fill(String(updating - 1))
  await expect(frame).toContainText('Active: offerEdit.editing')
  await place.fill(String(updating))
  await expect(frame).toContainText('Active: offerEdit.updating')
  await expect
    .poll(async () => {
      const [a, b] = await boxes(state('updating'), frame)
      return a && b ? Math.round(Math.abs(a.x + a.width / 2 - b.x - b.width / 2)) : -1
    })
    .toBeLessThanOrEqual(1)
  const before = await state('updating').boundingBox()
  const middle = await frame.boundingBox()
  if (!before || !middle) throw new Error('Nothing is drawn')
  await page.mouse.move(middle.x + 20, middle.y + 20)
  await page.mouse.down()
  await page.mouse.move(middle.x + 60, middle.y + 50, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.round(((await state('updating').boundingBox())?.x ?? 0) - before.x)).toBe(40)
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  // As small as it was, but for what the panes beside it have taken or left since.
  await expect.poll(widthOf).toBeLessThan(fittedWidth * 1.2)
  await expect.poll(() => isWithin(page.locator('[data-state="offerEdit"] rect').first())).toBe(true)
  // The frame grows with its pane, and the chart is still seen whole.
  const splitter = page.getByRole('separator', { name: 'Width of the details' })
  await splitter.focus()
  await page.keyboard.press('ArrowRight')
  await expect(splitter).toHaveAttribute('aria-valuenow', '336')
  const [line] = await boxes(splitter)
  await page.mouse.move((line?.x ?? 0) + 1, (line?.y ?? 0) + 100)
  await page.mouse.down()
  await page.mouse.move((line?.x ?? 0) - 99, (line?.y ?? 0) + 100, { steps: 3 })
  await page.mouse.up()
  await expect(splitter).toHaveAttribute('aria-valuenow', '436')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as SVG' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('offerEdit.svg')
  const svg = readFileSync(await file.path(), 'utf8')
  expect(svg).toMatch(/^<svg xmlns=/)
  expect(svg).toMatch(/data-state="offerEdit.updating"[^>]* data-active=""/)
  await expectAccessible(page)
})

test('a replay shows who is there by then, follows who acts, steps by keys, and its link leads to the same event @rare', async ({
  open,
  page,
  backend: _,
}, info) => {
  const { path, recording } = await openEdit(open, info)
  const place = page.getByRole('slider', { name: 'Event' })
  await expect(place).toHaveValue('0')
  const editor = page.getByRole('list', { name: 'Actors' }).getByRole('button', { name: /^offerEdit\./ })
  await expect(editor).toBeHidden()
  const { events, actors } = recording
  const session = actors.find(({ machine }) => machine === 'offerEdit')?.session
  const born = events.findIndex(({ actor }) => actor === session)
  await place.fill(String(born - 1))
  await expect(editor).toBeHidden()
  await page.locator('h1').click()
  await page.keyboard.press('ArrowRight')
  await expect(place).toHaveValue(String(born))
  await expect(editor).toHaveAttribute('aria-pressed', 'true')
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  // What an event changed is shown beside all that there is.
  const changed = events.findIndex(({ actor, event }) => actor === session && event.type === 'field.change')
  await place.fill(String(changed))
  await expect(page.getByRole('list', { name: 'What the event changed' })).toContainText('"77"')
  // Whoever is chosen stays, until the actor that acts is followed again.
  const actorsList = page.getByRole('list', { name: 'Actors' })
  const sessionActor = actorsList.getByRole('button', { name: /^session/ })
  await sessionActor.click()
  await expect(sessionActor).toContainText(/signedIn\.\w+\.\w+, signedIn\./)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(place).toHaveValue(String(changed))
  await expect(sessionActor).toHaveAttribute('aria-pressed', 'true')
  await follow.click()
  await expect(editor).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(new RegExp(`event=${changed + 1}$`))
  const link = page.url()
  await page.goto(link)
  await expect(page.getByText(`to go to its event ${changed + 1}.`)).toBeVisible()
  await page.getByLabel('Recording', { exact: true }).setInputFiles(path)
  await expect(place).toHaveValue(String(changed))
  await expect(editor).toHaveAttribute('aria-pressed', 'true')
})

test('a recording goes to Stately Inspector at the press of a button @rare', async ({
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
  await page.getByLabel('Recording', { exact: true }).setInputFiles(path)
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

test('a file that is no recording, or not as it was saved, is told, and nothing of it is shown @rare', async ({
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
      JSON.stringify({
        ...recording,
        actors: recording.actors.map((actor) => ({ ...actor, machine: actor.machine && 'nobody' })),
      }),
      'was made with a machine that this Offerdesk does not have: nobody',
    ],
    [
      JSON.stringify({ ...recording, events: [{ ...first, event: { type: 'evil.event' } }, ...others] }),
      'has an event that no machine knows: evil.event',
    ],
  ]
  for (const [content, message] of cases) {
    const wrong = info.outputPath('wrong.flow.json')
    writeFileSync(wrong, content)
    await page.getByLabel('Recording', { exact: true }).setInputFiles(wrong)
    await expect(page.getByRole('alert')).toContainText(message)
    await expect(page.getByText('No events yet.')).toBeVisible()
  }
  await page.getByLabel('Recording', { exact: true }).setInputFiles(huge)
  await expect(page.getByRole('alert')).toContainText('is larger than 64 MB')
  // A state that was changed is found when it is shown.
  const changed = recording.events.map((event) => (event.state === 'updating' ? { ...event, state: 'saved' } : event))
  const wrong = info.outputPath('changed.flow.json')
  writeFileSync(wrong, JSON.stringify({ ...recording, events: changed }))
  await page.getByLabel('Recording', { exact: true }).setInputFiles(wrong)
  await expect(page.getByRole('alert')).toContainText('the replay parts from the recording (state): recorded "saved"')
})

test('of a bad recording the first wrong state is found: by its replay with the values, or beside a good one @rare', async ({
  open,
  page,
  backend,
}, info) => {
  const good = await recordEdit(open, info)
  await page.goto('about:blank')
  const wrong = good.recording.events.map((each) =>
    each.event.type === 'field.change' ? { ...each, event: { ...each.event, fields: { basePrice: '78' } } } : each,
  )
  const tampered = info.outputPath('tampered.flow.json')
  writeFileSync(
    tampered,
    JSON.stringify({ ...good.recording, events: wrong, machines: { ...good.recording.machines, offerEdit: '0' } }),
  )
  await page.goto('/inspector')
  await page.getByLabel('Recording', { exact: true }).setInputFiles(tampered)
  await expect(page.getByText('The machine offerEdit has changed since this was recorded.')).toBeVisible()
  // It is shown at once, with what was there and what is.
  await expect(page.getByRole('alert')).toContainText('the replay parts from the recording (context)')
  const values = page.getByRole('list', { name: 'Recorded and replayed' })
  await expect(values).toContainText('form.values.basePrice')
  await expect(values).toContainText('"77"')
  await expect(values).toContainText('"78"')
  await expect(page.getByText('As it was recorded')).toBeVisible(drawn)
  await expectAccessible(page)

  backend.fail('PUT /offers', { status: 409, body: { success: false, error: { message: 'Prices are frozen' } } })
  await open(offersTab)
  await chooseAction(page, 'Offer 001', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Offer' })
  await dialog.getByLabel('Base Price').fill('79')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Prices are frozen')).toBeVisible()
  const bad = info.outputPath('bad.flow.json')
  writeFileSync(bad, JSON.stringify(await page.evaluate(() => window.offerdesk?.recording())))
  await page.goto('/inspector')
  await page.getByLabel('Recording', { exact: true }).setInputFiles(bad)
  await page.getByLabel('Recording to compare with').setInputFiles(good.path)
  await expect(page.getByRole('alert')).toContainText('This recording parts from edit.flow.json')
  await expect(page.getByRole('alert')).toContainText(
    /offerEdit 1: here xstate\.error\.actor.*; there xstate\.done\.actor/,
  )
  await page.getByRole('button', { name: /^Event \d+, offerEdit 1$/ }).click()
  await expect(chart(page)).toContainText('Active: offerEdit.', drawn)
  await page.getByLabel('Recording to compare with').setInputFiles(bad)
  await expect(page.getByText('Every machine did the same in both recordings.')).toBeVisible()
})

test('what if the server had refused, or a guard had said no: the states that would be others stand beside the recorded @rare', async ({
  open,
  page,
  backend: _,
}, info) => {
  const { recording } = await openEdit(open, info)
  const place = page.getByRole('slider', { name: 'Event' })
  const saved = recording.events.findIndex(({ event }) => /^xstate\.done\.actor\..*offerEdit/.test(event.type))
  const details = page.getByRole('region', { name: 'Details' })
  const others = page.getByRole('list', { name: 'States that would be others' })
  await place.fill(String(saved))
  await details.getByText('What if', { exact: true }).click()
  await details.getByLabel('What is otherwise').selectOption('The server refused it')
  await details.getByRole('button', { name: 'Fold on' }).click()
  await expect(others).toContainText(/Event \d+, offerEdit\.0: recorded saved, done; otherwise editing/)
  await expectAccessible(page)
  await details.getByLabel('What is otherwise').selectOption('It was another answer')
  await details.getByLabel('The event, as JSON').fill('hello')
  await details.getByRole('button', { name: 'Fold on' }).click()
  await expect(details.getByRole('alert')).toContainText('is not JSON')
  // Each leads to its event.
  await place.fill('0')
  await others.getByRole('button').last().click()
  await expect(place).not.toHaveValue('0')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(others).toBeHidden()
  await place.fill(String(recording.events.findIndex(({ event }) => event.type === 'dialog.submit')))
  await details.getByText('What if', { exact: true }).click()
  await details.getByLabel('What is otherwise').selectOption('isValid said no')
  await details.getByRole('button', { name: 'Fold on' }).click()
  await expect(others).toContainText(/offerEdit\.0: recorded updating; otherwise editing/)
})

/** Copies the recording that is open, and what comes of running the copy alone, from a folder of its own. */
async function runCopied(page: Page, info: TestInfo, url: string) {
  await page.evaluate(() => {
    Object.assign(navigator.clipboard, { writeText: async (text: string) => void (document.title = text) })
  })
  await page.getByRole('button', { name: 'Copy as Playwright test' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => document.querySelector('title')?.textContent ?? '')
  const folder = info.outputPath('copied')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'copied.spec.ts'), copied)
  const config = join(folder, 'playwright.config.ts')
  writeFileSync(
    config,
    `import base from ${JSON.stringify(join(process.cwd(), 'playwright.config.ts'))}
export default { ...base, testDir: '.', outputDir: './results' }`,
  )
  const run = await new Promise<string>((resolve) => {
    const env = { ...process.env, BASE_URL: url }
    execFile('npx', ['--no-install', 'playwright', 'test', '-c', config, '--reporter=line'], { env }, (_error, out) =>
      resolve(out),
    )
  })
  return { copied, run }
}

test('a recording copied as a test of Playwright runs by itself, and comes to the recorded states @rare', async ({
  open,
  page,
  backend: _,
  delivery,
}, info) => {
  await openEdit(open, info)
  const { copied, run } = await runCopied(page, info, delivery.url)
  expect(copied).toContain("getByRole('menuitem', { name: 'Edit' }).click()")
  expect(copied).toContain('"offerEdit":"saved"')
  expect(run).toContain('1 passed')
})

test.describe('with the reference server', () => {
  test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

  test('a sale that was recorded with the testing tools is copied without them, and is placed by its copy @rare', async ({
    page,
    request,
    reference,
  }, info) => {
    await letIn(page)
    const shop = await openShop(await new Api(request, reference.url).signIn())
    await page.goto(`/orders/new?customerId=${shop.customer.id}&record`)
    await page.getByLabel('Campaign').selectOption(shop.campaign.name)
    await addHose(page)
    await page.getByRole('button', { name: 'Change address' }).click()
    await page.getByRole('textbox', { name: 'City', exact: true }).fill('Springfield')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('link', { name: /^Open order #/ })).toBeVisible()
    const recording = await page.evaluate(() => window.offerdesk?.recording())
    const path = info.outputPath('sale.flow.json')
    writeFileSync(path, JSON.stringify(recording))
    await page.goto('/inspector')
    await page.getByLabel('Recording', { exact: true }).setInputFiles(path)
    const { copied, run } = await runCopied(page, info, reference.url)
    expect(copied).not.toMatch(/[?&]record\b/)
    expect(copied).toContain('"orderNew":"placed"')
    expect(run).toContain('1 passed')
  })
})

test('whoever is new here comes from the app to the first wrong state of a recording in five clicks @rare', async ({
  open,
  page,
  context,
  backend: _,
}, info) => {
  const { recording } = await recordEdit(open, info)
  const wrong = recording.events.map((each) => (each.state === 'updating' ? { ...each, state: 'saved' } : each))
  const bad = info.outputPath('bad.flow.json')
  writeFileSync(bad, JSON.stringify({ ...recording, events: wrong }))
  const began = performance.now()
  await page.getByRole('button', { name: 'Ann Archer' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Testing tools' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Inspect here' }).click()
  const inspector = await opened
  const choosing = inspector.waitForEvent('filechooser')
  await inspector.getByRole('button', { name: 'Open recording' }).click()
  await (await choosing).setFiles(bad)
  const first = wrong.find(({ state, actor }) => state === 'saved' && actor !== undefined)?.number
  await expect(inspector.getByRole('alert')).toContainText(
    `At event ${first} the replay parts from the recording (state): recorded "saved", replayed "updating"`,
  )
  console.log(
    `${((performance.now() - began) / 1000).toFixed(1)} s from the app to the first wrong state of a recording, in five clicks`,
  )
  await expect(inspector.getByRole('region', { name: 'Details' })).toContainText('dialog.submit')
  await expect(inspector.getByRole('slider', { name: 'Event' })).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^Event ${first} of`),
  )
})

test('the app is opened as it was at an event, answers from the recording, and sends nothing to the server @rare', async ({
  open,
  page,
  context,
  backend,
}, info) => {
  const { recording } = await openEdit(open, info)
  const typed = recording.events.findIndex(({ event }) => event.type === 'field.change')
  await page.getByRole('slider', { name: 'Event' }).fill(String(typed))
  const asked: string[] = []
  context.on('request', (one) => void (/\/api\//.test(one.url()) && asked.push(one.url())))
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Open the app here' }).click()
  const app = await opening
  const bar = app.getByRole('region', { name: 'Replay' })
  await expect(bar).toContainText('in edit.flow.json. This window answers from the recording')
  const dialog = app.getByRole('dialog', { name: 'Edit Offer' })
  await expect(dialog.getByLabel('Base Price')).toHaveValue('77')
  await expect(app.locator('tr', { hasText: 'Offer 002' })).toBeAttached()
  await expectAccessible(app)
  // As it was then, the answer had not come.
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog.getByRole('button', { name: 'Updating...' })).toBeDisabled()
  await app.reload()
  await expect(bar).toBeVisible()
  await expect(dialog.getByLabel('Base Price')).toHaveValue('77')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await chooseAction(app, 'Offer 003', 'Delete')
  await app.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  // What has no recorded answer fails, and says so as in the app.
  await expect(app.getByText('Failed to delete offer')).toBeVisible()
  expect(asked).toEqual([])
  expect(backend.callsOf('DELETE /offers')).toEqual([])
  // The browser remembers what it did.
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBe('tkn_ann')
  await page.goto('/dashboard')
  await app.goto('/inspector/app')
  await expect(app.getByText('The inspector that opened this window is closed.')).toBeVisible()
})

test('the app is opened as whoever was signed in at an event, where they worked, and without testing tools @rare', async ({
  page,
  context,
  backend: _,
}, info) => {
  await page.goto('/campaigns/cmp_1?tab=offers&record')
  await page.getByLabel('Email').fill('ann@one.example')
  await page.getByLabel('Password').fill('ann-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await chooseAction(page, 'Offer 001', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'First Org' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Second Org' }).click()
  await expect(page.getByRole('link', { name: 'Second Org Secret' })).toBeVisible()
  await page.getByRole('button', { name: 'Ann Archer' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  const recording = await page.evaluate(() => window.offerdesk?.recording())
  if (!recording) throw new Error('No recording')
  const path = info.outputPath('signIn.flow.json')
  writeFileSync(path, JSON.stringify(recording))
  await page.goto('/inspector')
  await page.getByLabel('Recording', { exact: true }).setInputFiles(path)
  const openAt = async (place: number) => {
    await page.getByRole('slider', { name: 'Event' }).fill(String(place))
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Open the app here' }).click()
    const app = await opening
    await expect(app.getByRole('region', { name: 'Replay' })).toBeVisible()
    return app
  }
  const { events } = recording
  const asked = await openAt(events.findIndex(({ state }) => state === 'confirming'))
  await expect(asked.getByRole('alertdialog')).toContainText('Offer 001')
  await expect(asked.locator('tr', { hasText: 'Offer 002' })).toBeAttached()
  await expect(asked).toHaveURL(/\/campaigns\/cmp_1\?tab=offers$/)
  await expect(asked.getByRole('region', { name: 'Testing tools' })).toBeHidden()
  const leaving = events.findIndex(({ event }) => event.type === 'session.logout')
  const other = await openAt(leaving - 1)
  await expect(other.getByRole('link', { name: 'Second Org Secret' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Second Org' })).toBeVisible()
  for (const place of [0, events.length - 1]) {
    const app = await openAt(place)
    await expect(app.getByLabel('Email')).toBeVisible()
    await app.close()
  }
})

test('an inspector that is there before the app is taken, and a second one shows all that the first does @rare', async ({
  open,
  context,
  backend: _,
}) => {
  const first = await context.newPage()
  await first.goto('/inspector')
  await expect(first.getByRole('status').first()).toContainText('Waiting for a page')
  const page = await open(`${offersTab}&inspect=local`)
  await expect(row(page, 'Offer 001')).toBeVisible()
  const offers = { name: /^table\.offers/ }
  await expect(first.getByRole('button', offers)).toContainText('populated')
  const second = await context.newPage()
  await second.goto('/inspector')
  await expect(second.getByRole('button', offers)).toContainText('populated')
  await chooseAction(page, 'Offer 001', 'Edit')
  for (const each of [first, second]) {
    await expect(each.getByRole('button', { name: /^offerEdit\./ })).toContainText('editing')
  }
  // The app goes on with the one that is left.
  await first.close()
  await page.getByRole('dialog', { name: 'Edit Offer' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(second.getByRole('button', { name: /^offerEdit\./ })).toContainText('done')
  expect(context.pages()).toHaveLength(2)
})

test('a recording of 50 MB is opened, and stepped through like a small one @rare', async ({
  open,
  backend: _,
}, info) => {
  const { page, path, recording } = await recordEdit(open, info)
  const [exchange] = recording.exchanges
  if (!exchange) throw new Error('No exchange was recorded')
  // What a shop answers with a thousand rows of a thousand characters each, fifty times.
  const answer = { data: Array.from({ length: 1_000 }, (_, id) => ({ id, note: 'x'.repeat(1_000) })) }
  const exchanges = [...recording.exchanges, ...Array.from({ length: 50 }, () => ({ ...exchange, answer }))]
  const text = JSON.stringify({ ...recording, exchanges })
  expect(text.length).toBeGreaterThan(50_000_000)
  writeFileSync(path, text)
  await page.goto('/inspector')
  await page.getByLabel('Recording', { exact: true }).setInputFiles(path)
  await expect(page.getByRole('group', { name: 'Replay' })).toBeVisible(drawn)
  await page.getByRole('group', { name: 'Replay' }).getByRole('button', { name: 'Next event' }).click()
  await expect(log(page).getByRole('option').first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('what a recording holds is text, never markup or code @rare', async ({ open, page, backend }, info) => {
  const offer = backend.data.offers[0]
  if (offer) offer['displayName'] = '<img src=x onerror="document.title=\'broken\'">Offer 001'
  await openEdit(open, info)
  await page.getByRole('button', { name: 'Last event' }).click()
  await page.getByRole('button', { name: /^offerEdit\./ }).click()
  await expect(page.getByRole('region', { name: 'Event and context as JSON' })).toContainText('<img src=x onerror=')
  expect(await page.title()).toBe('Inspector · Offerdesk')
  expect(await page.locator('img').count()).toBe(0)
})

test('ten thousand events and more: the oldest are dropped, and the rest stays quick to use @rare', async ({
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
      // About as much as a page of the app holds.
      const context = { count, text: `${count}`.padEnd(1_000, '.') }
      send({ type: '@xstate.snapshot', event, snapshot: { status: 'active', value: 'on', context } })
    }
    // Neither of these is a message of an inspector's sender.
    window.postMessage({ ...base, type: '@xstate.event', event: 'no object' }, window.location.origin)
    window.postMessage('hello', window.location.origin)
  })
  await expect(page.getByRole('status').first()).toHaveText(
    '12,000 events received; the oldest 2,000 were dropped to keep this page fast',
  )
  expect(await log(page).getByRole('option').count()).toBeLessThan(60)
  const browser = await page.context().newCDPSession(page)
  await browser.send('HeapProfiler.collectGarbage')
  const { usedSize } = await browser.send('Runtime.getHeapUsage')
  console.log(`${(usedSize / 1_000_000).toFixed(1)} MB of heap after ten thousand events`)
  expect(usedSize).toBeLessThan(100_000_000)
  await page.getByLabel('Search events').fill('"count":11999')
  await expect(page.getByText('1 of 10,000 events')).toBeVisible()
})
