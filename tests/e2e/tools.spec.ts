import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { machines } from '../../machines/qa/machines'
import type { Recording } from '../../machines/qa/record/recording'
import { drive, type Driving } from '../replay/browser'
import { describe, outcomeOf, readRecording } from '../replay/files'
import { expectAccessible } from './axe'
import { bytesOf, chooseAction, expect, offersTab, row, scriptsOf, test } from './fixtures'
import { FakePayments, paid, pay, typeCard } from './payments'

const tools = (page: Page) => page.getByRole('region', { name: 'Testing tools' })

async function save(page: Page, path: string, button: string): Promise<Recording> {
  const download = page.waitForEvent('download')
  await tools(page).getByRole('button', { name: button, exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^offerdesk-[\dT-]+Z\.flow\.json$/)
  await file.saveAs(path)
  return JSON.parse(readFileSync(path, 'utf8')) as Recording
}

async function signIn(page: Page) {
  await page.getByLabel('Email').fill('ann@one.example')
  await page.getByLabel('Password').fill('ann-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a session is recorded, replays to the same states, and every change to the file is found @rare', async ({
  page,
  backend,
}, info) => {
  const path = info.outputPath('session.flow.json')
  await page.clock.install()
  await page.goto('/auth?record')
  await tools(page).getByRole('button', { name: 'Record', exact: true }).click()
  await signIn(page)
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
  await page.getByRole('link', { name: 'Spring Launch' }).click()
  await page.getByRole('tab', { name: 'Offers' }).click()
  await chooseAction(page, 'Offer 002', 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit Offer' })
  await edit.getByLabel('Base Price').fill('71')
  backend.fail('PUT /offers', { status: 409, body: { success: false, error: { message: 'Prices are frozen' } } })
  await edit.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Prices are frozen')).toBeVisible()
  await edit.getByRole('button', { name: 'Update' }).click()
  await expect(edit).toBeHidden()
  await expect(row(page, 'Offer 002')).toContainText('71.00')
  await chooseAction(page, 'Offer 003', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Offer 003')).toBeHidden()
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  const update = page.getByRole('dialog', { name: 'Update Campaign' })
  await update.getByLabel('Category').fill('Balcony')
  const release = backend.hold('PUT /campaigns/cmp_1')
  await update.getByRole('button', { name: 'Update' }).click()
  for (const polls of [1, 2]) {
    const before = backend.callsOf('GET /campaigns/cmp_1').length
    await page.clock.runFor(10_000)
    // The clock goes on by itself, too: on a slow machine it comes to one more.
    await expect.poll(() => backend.callsOf('GET /campaigns/cmp_1').length, `poll ${polls}`).toBeGreaterThan(before)
  }
  release()
  await expect.poll(() => backend.data.campaigns[0]?.['category']).toBe('Balcony')
  await expect(page.getByRole('heading', { name: 'Spring Launch' })).toBeVisible()
  await tools(page).getByRole('button', { name: 'Stop' }).click()
  const recording = await save(page, path, 'Save')

  expect(outcomeOf(readRecording(path), machines)).toMatchObject({ changed: [], divergence: undefined })
  const recorded = Object.keys(recording.machines)
  for (const machine of ['auth', 'session', 'recordQuery', 'offerEdit', 'recordDelete', 'campaignEdit', 'dataTable']) {
    expect(recorded).toContain(machine)
  }

  // The same in a browser, with answers from the recording.
  const driven: Driving[] = []
  await drive([{ path, recording: readRecording(path) }], (driving) => driven.push(driving))
  expect(driven, driven.flatMap(({ lines }) => lines).join('\n')).toMatchObject([{ isSame: true }])

  const broken = (how: (events: Recording['events']) => void) => {
    const events = structuredClone(recording.events)
    how(events)
    return describe(outcomeOf({ ...recording, events }, machines), recording.machines)
  }
  const place = recording.events.findIndex(({ state }) => state === 'updating')
  const { number } = recording.events[place] ?? { number: 0 }
  expect(broken((events) => Object.assign(events[place] ?? {}, { state: 'editing' }))).toContain(
    `at event ${number}, in offerEdit.0 (machine offerEdit): state`,
  )
  expect(broken((events) => events.splice(place, 1))).toContain(`event ${number} is missing`)
  expect(broken((events) => events.splice(place, 2, ...events.slice(place, place + 2).toReversed()))).toContain(
    `event ${number + 1} stands where event ${number} should`,
  )
})

test('no secret enters a recording or an inspector, whoever saves it', async ({ page, backend, context }, info) => {
  await context.route('https://stately.ai/inspect', (route) =>
    route.fulfill({ contentType: 'text/html', body: collector }),
  )
  const opened = context.waitForEvent('page')
  await page.goto('/auth?inspect')
  const inspector = await opened
  const path = info.outputPath('secrets.flow.json')
  const collected: string[] = []
  const collect = async () => {
    await save(page, path, 'Save what just happened')
    collected.push(readFileSync(path, 'utf8'))
    collected.push(await inspector.evaluate(() => JSON.stringify((window as unknown as Collector).messages)))
  }
  await page.getByLabel('Email').fill('ann@one.example')
  await page.getByLabel('Password').pressSequentially('not-the-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Those credentials are wrong')).toBeVisible()
  await page.getByLabel('Password').fill('ann-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await collect()
  const [token = ''] = backend.sessions.keys()
  await page.evaluate(() => localStorage.removeItem('auth_token'))
  await page.goto('/auth?token=reset-me&mode=reset&email=ann@one.example')
  await page.getByLabel('Email').fill('ann@one.example')
  await page.getByLabel('Password').fill('brand-new-secret')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await collect()
  expect(token).not.toBe('')
  for (const text of collected) {
    for (const secret of ['not-the-pass', 'ann-password', token, 'reset-me', 'brand-new-secret']) {
      expect(text.includes(secret), secret).toBe(false)
    }
  }
  expect(collected[0]).toContain('REDACTED')
})

test('a card, its code and a password that are typed key by key leave nothing behind @rare', async ({
  open,
  page,
  context,
}, info) => {
  const opened = context.waitForEvent('page')
  await open(`${offersTab}&inspect=local`)
  const inspector = await opened
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  const update = page.getByRole('dialog', { name: 'Update Campaign' })
  const typed = update.getByLabel('Category')
  const tell = async (text: string) => {
    await typed.fill('')
    await typed.pressSequentially(text)
  }
  await tell('Card 4111 1111 1111 1111, 987')
  await tell('https://ada:hunter22@a.example')
  const path = info.outputPath('typed.flow.json')
  await save(page, path, 'Save what just happened')
  const recorded = readFileSync(path, 'utf8')
  const search = inspector.getByLabel('Search events')
  await search.fill('REDACTED')
  await expect(inspector.getByText(/^[1-9]\d* of \d+ events/)).toBeVisible()
  // The code with what stands before it: its three digits alone are in many an id and time.
  for (const secret of ['4111 1', ', 987', 'ada:h', 'hunter']) {
    expect(recorded.includes(secret), secret).toBe(false)
    await search.fill(secret)
    await expect(inspector.getByText('No event fits the search.'), secret).toBeVisible()
  }
  // Of words there is the shape, unless they are asked for.
  await tell('Meet Zebedee')
  await save(page, path, 'Save what just happened')
  const shaped = readFileSync(path, 'utf8')
  expect(shaped).not.toMatch(/Zeb|Meet/)
  expect(shaped).toMatch(/"X[a-z]{3} X[a-z]{6}"/)
  expect(outcomeOf(readRecording(path), machines).divergence).toBeUndefined()
  await tools(page).getByRole('button', { name: 'With typed words' }).click()
  await save(page, path, 'Save what just happened')
  expect(readFileSync(path, 'utf8')).toContain('"Meet Zebedee"')
})

test('PY-01 the payment page is watched and recorded without its token and the card, and loads none of that unasked @rare', async ({
  page,
  context,
  request,
}, info) => {
  const payments = await new FakePayments().serve(page)
  const scripts = scriptsOf(page)
  await page.goto('/pay/tok-secret')
  await expect(page.getByLabel('Card number')).toBeVisible()
  expect(await bytesOf(scripts, request)).toBeLessThan(42_000)
  await expect(tools(page)).toBeHidden()
  const opened = context.waitForEvent('page')
  await page.goto('/pay/tok-secret?inspect')
  const inspector = await opened
  // What is paid goes to no other host.
  expect(inspector.url()).toMatch(/\/inspector$/)
  await expect(tools(page)).toContainText('Sending to the inspector')
  await expect(tools(page).getByRole('button', { name: /Stately/ })).toHaveCount(0)
  await expectAccessible(page)
  await tools(page).getByRole('button', { name: 'Record', exact: true }).click()
  await typeCard(page, '4111 1111 1111 1111')
  await pay(page)
  await expect(page.getByText(/^Only test card numbers/)).toBeVisible()
  await typeCard(page)
  payments.next.pay = [paid]
  await pay(page)
  await expect(page.getByText(/paid/i).first()).toBeVisible()
  await expect(inspector.getByRole('button', { name: /^payment/ })).toContainText('open.paid')
  await tools(page).getByRole('button', { name: 'Stop', exact: true }).click()
  const path = info.outputPath('payment.flow.json')
  const { visits, exchanges } = await save(page, path, 'Save')
  expect(visits).toMatchObject([{ address: '/pay/REDACTED' }])
  expect(exchanges.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/api/v1/payments/REDACTED/attempts',
    body: { card: { expiry: '00/00', securityCode: '000' } },
  })
  expect(outcomeOf(readRecording(path), machines).divergence).toBeUndefined()
  const recorded = readFileSync(path, 'utf8')
  const search = inspector.getByLabel('Search events')
  for (const secret of ['tok-secret', '4111', '12/40', '"987"']) {
    expect(recorded.includes(secret), secret).toBe(false)
    await search.fill(secret)
    await expect(inspector.getByText('No event fits the search.'), secret).toBeVisible()
  }
  // The tools stay on for as long as the tab is open.
  await page.goto('/pay/tok-secret')
  await tools(page).getByRole('button', { name: 'Hide testing tools' }).click()
  await expect(tools(page)).toBeHidden()
})

interface Collector {
  messages: { type: string; sessionId: string; parentId?: string; [field: string]: unknown }[]
}
const collector = `<!doctype html><title>Any inspector</title><script>
window.messages = []
addEventListener('message', (event) => messages.push(event.data))
opener.postMessage({ type: '@statelyai.connected' }, '*')
</script>`

test('an inspector that follows the protocol hears of every actor, from its first event on', async ({
  open,
  page,
  backend: _,
  context,
}) => {
  await context.route('https://stately.ai/inspect', (route) =>
    route.fulfill({ contentType: 'text/html', body: collector }),
  )
  const opened = context.waitForEvent('page')
  await open(`${offersTab}&inspect`)
  const inspector = await opened
  await chooseAction(page, 'Offer 001', 'Edit')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  const messages = () => inspector.evaluate(() => (window as unknown as Collector).messages)
  const ends = async () => (await messages()).map(({ event }) => (event as { type?: string } | undefined)?.type)
  await expect.poll(ends).toContain('xstate.done.actor.offerEdit.0')
  const all = await messages()
  const known = new Map<string, unknown>()
  for (const message of all) {
    expect(message['_version']).toMatch(/^\d/)
    expect(Number(message['createdAt'])).toBeGreaterThan(0)
    expect(typeof message['id']).toBe('string')
    if (message.type === '@xstate.actor') {
      expect(known.has(message.sessionId)).toBe(false)
      if (message.parentId !== undefined) expect(known.has(message.parentId)).toBe(true)
      expect(() => JSON.parse(String(message['definition'])) as unknown).not.toThrow()
      known.set(message.sessionId, message['name'])
    } else expect(known.has(message.sessionId)).toBe(true)
  }
  const names = [...known.values()]
  for (const name of ['session', 'toasts', 'theme', 'workspace', 'record.campaigns', 'table.offers', 'offerEdit.0']) {
    expect(names).toContain(name)
  }
  // Each actor's first event is the one that began it.
  for (const session of known.keys()) {
    const first = all.find(({ type, sessionId }) => type === '@xstate.event' && sessionId === session)
    expect(first?.['event']).toMatchObject({ type: 'xstate.init' })
  }
  // Opened anew, it hears of everything once more, and only once.
  await inspector.evaluate(() => ((window as unknown as Collector).messages = []))
  // The tab of the inspector is loaded anew; what is asked of it meanwhile would be asked of the old page.
  const loaded = inspector.waitForEvent('load')
  await tools(page).getByRole('button', { name: 'Stately Inspector' }).click()
  await loaded
  await expect.poll(async () => (await messages()).length).toBeGreaterThan(all.length - 1)
  const again = (await messages()).filter(({ type }) => type === '@xstate.actor').map(({ sessionId }) => sessionId)
  expect(again.toSorted()).toEqual([...known.keys()].toSorted())
})

test('a blocked window is told, with a way to open it @rare', async ({ open, page, backend: _, context }) => {
  await page.addInitScript(() => {
    const reallyOpen = window.open.bind(window)
    let tries = 0
    window.open = (...args) => (++tries === 1 ? null : reallyOpen(...args))
  })
  await open('/dashboard?inspect=local')
  await expect(tools(page)).toContainText('The browser has blocked the window of the inspector.')
  const opened = context.waitForEvent('page')
  await tools(page).getByRole('button', { name: 'Open it' }).click()
  await expect((await opened).getByRole('heading', { name: 'Inspector' })).toBeVisible()
  await expect(tools(page)).toContainText('Sending to the inspector')
})

test('an address alone sends nothing to an inspector of its choice', async ({ open, page, backend: _, context }) => {
  await context.route('https://inspector.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: collector }),
  )
  await open('/dashboard?inspect&inspectorUrl=https://inspector.example/')
  await expect(tools(page)).toContainText('asks to send what happens here to inspector.example')
  expect(context.pages()).toHaveLength(1)
  const opened = context.waitForEvent('page')
  await tools(page).getByRole('button', { name: 'Allow' }).click()
  const inspector = await opened
  await expect.poll(() => inspector.evaluate(() => (window as unknown as Collector).messages.length)).toBeGreaterThan(3)
})

test('without the tools none of their code is loaded; the account menu switches them on and off @rare', async ({
  open,
  page,
  backend: _,
}) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await open('/dashboard')
  await page.waitForLoadState('networkidle')
  const texts = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()))
  expect(texts.join('\n')).not.toMatch(/stately\.ai\/inspect|offerdesk\.flow|elkjs/)
  await expect(tools(page)).toBeHidden()
  await page.getByRole('button', { name: 'Ann Archer' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Testing tools' }).click()
  await expect(tools(page)).toBeVisible()
  // For as long as the tab is open.
  await page.reload()
  await expect(tools(page)).toBeVisible()
  await tools(page).getByRole('button', { name: 'Hide testing tools' }).click()
  await expect(tools(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(tools(page)).toBeHidden()
})
