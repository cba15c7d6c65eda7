import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Recording } from '../../machines/qa/record/recording'
import { storesNothing } from '../../src/browser/storage'
import { recordingsOfRun } from '../replay/recordedRun'
import { everyWay } from '../everyWay'

/** What a person or the browser sends to a machine, by where it comes from. Whatever else machines get, an actor sends. */
const fromOutside: Readonly<Record<string, readonly string[]>> = {
  person: [
    'account.switch',
    'alike.use',
    'archive.choose',
    'archive.giveUp',
    'bank.answer',
    'call.close',
    'call.end',
    'call.resume',
    'campaign.choose',
    'campaign.undo',
    'card.change',
    'carrier.choose',
    'chart.hide',
    'chart.show',
    'check.cancel',
    'code.change',
    'code.submit',
    'columns.change',
    'commit.cancel',
    'csv.cancel',
    'csv.read',
    'customer.change',
    'customer.choose',
    'customer.new',
    'customer.search',
    'dialog.cancel',
    'dialog.leave',
    'dialog.submit',
    'disposition.choose',
    'event.choose',
    'event.leave',
    'facts.refresh',
    'field.blur',
    'field.change',
    'filter.change',
    'filters.clear',
    'form.submit',
    'import.again',
    'import.undo',
    'input.discard',
    'input.keep',
    'invitation.accept',
    'invitation.ask',
    'invitation.decline',
    'invitation.enter',
    'invitation.retry',
    'keys.toggle',
    'line.remove',
    'lines.more',
    'link.ask',
    'link.copy',
    'link.end',
    'link.mail',
    'list.retry',
    'mine.keep',
    'mode.choose',
    'offer.add',
    'offer.search',
    'open.*',
    'options.retry',
    'order.another',
    'order.place',
    'order.retry',
    'order.type',
    'organization.follow',
    'organization.select',
    'organizations.retry',
    'other.change',
    'other.choose',
    'other.search',
    'page.change',
    'page.retry',
    'palette.choose',
    'palette.search',
    'passkey.use',
    'pasted.change',
    'payment.look',
    'payment.retry',
    'payment.submit',
    'preferences.choose',
    'product.choose',
    'product.search',
    'receipt.print',
    'reconciliation.again',
    'record.retry',
    'rehearsal.again',
    'report.refresh',
    'report.retry',
    'rows.retry',
    'scan.back',
    'scan.enter',
    'search.change',
    'session.logout',
    'sheet.choose',
    'sort.change',
    'strays.remove',
    'tab.leave',
    'terms.agree',
    'theirs.use',
    'theme.choose',
    'toast.dismiss',
    'toast.drag',
    'toast.hold',
    'toast.resume',
    'toast.undo',
    'tracking.type',
    'verdict.choose',
  ],
  address: ['screen.leave'],
  storage: ['token.removed', 'token.replaced'],
  // A call that the backend refuses as nobody's, that nobody answers (or, as the browser knows, that can reach nobody),
  // or that somebody answers again. Or what was read for a form whose record nothing on the screen shows.
  network: [
    'session.end',
    'session.expire',
    'request.answered',
    'request.unanswered',
    'connection.lost',
    'records.read',
  ],
}
const outside = Object.values(fromOutside).flat()
const fits = (type: string, name: string) => (name.endsWith('.*') ? type.startsWith(name.slice(0, -1)) : type === name)

const events = recordingsOfRun().flatMap((path) => {
  // Another test checks that they are recordings.
  const recording = JSON.parse(readFileSync(path, 'utf8')) as Recording
  const actors = new Map(recording.actors.map((actor) => [actor.session, actor.name]))
  const parents = new Set(recording.actors.flatMap(({ session, parent }) => (parent === undefined ? [] : [session])))
  return recording.events.map(({ event, actor, source }) => ({
    type: event.type,
    message: 'message' in event ? event.message : undefined,
    receiver: actors.get(actor) ?? actor,
    isChild: parents.has(actor),
    source,
    sender: source === undefined ? undefined : actors.get(source),
  }))
})
const said = ({ type, receiver }: { type: string; receiver: string }) => `${type} to ${receiver}`

/** What a screen tells whoever asks by an address for what they may not do. */
const isForbidden = /^Only an owner can /

test('every event that one actor sends to another names its sender', () => {
  const anonymous = events.filter(
    ({ type, message, source }) =>
      source === undefined &&
      // The browser says the one, a screen the other, and neither is an actor.
      !(type === 'toast.show' && (message === storesNothing || isForbidden.test(String(message)))) &&
      !type.startsWith('xstate.') &&
      !outside.some((name) => fits(type, name)),
  )
  expect([...new Set(anonymous.map(said))].toSorted()).toEqual([])
})

test('what begins or ends an actor for another one names who does', () => {
  const anonymous = events.filter(
    ({ type, isChild, source }) => isChild && source === undefined && type.startsWith('xstate.'),
  )
  expect([...new Set(anonymous.map(said))]).toEqual([])
})

test('a sender is an actor that the recording knows', () => {
  const unknown = events.filter(({ source, sender }) => source !== undefined && sender === undefined)
  expect([...new Set(unknown.map(said))]).toEqual([])
})

test.runIf(everyWay)('what is said to come from outside does, in one recording at least', () => {
  const arrived = events.filter(({ source }) => source === undefined).map(({ type }) => type)
  expect(outside.filter((name) => !arrived.some((type) => fits(type, name)))).toEqual([])
})
