import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { machines } from '../../../machines/qa/machines'
import { parseRecording } from '../../../machines/qa/record/recording'
import { callKey, sceneAt, withoutTools } from './scene'

const recordingOf = (file: string) => parseRecording(readFileSync(`tests/flows/${file}`, 'utf8'), machines)

const sceneOf = (file: string, type: string, after: number) => {
  const recording = recordingOf(file)
  const { number = 0 } = recording.events.find(({ event }) => event.type === type) ?? {}
  const { remembered, answers } = sceneAt(file, recording, number + after)
  const known = new Map(remembered)
  return {
    token: known.get('auth_token'),
    orgId: known.get('orgId'),
    me: answers.findLast(({ call }) => call === 'GET /api/v1/users/me'),
  }
}

test('whoever signs in within a recording is signed in from then on, and not before', () => {
  const before = sceneOf('auth.flow.json', 'session.open', -1)
  expect([before.token, before.me]).toEqual([undefined, undefined])
  const after = sceneOf('auth.flow.json', 'session.open', 0)
  expect(after).toMatchObject({ token: 'REDACTED', me: { status: 200, answer: { data: { name: 'Paula' } } } })
  expect(after.orgId).toBeUndefined()
})

test('whoever goes to another organization within a recording works there from then on', () => {
  const [before, after] = [-1, 5].map(
    (after) => sceneOf('organizationCreate.flow.json', 'organization.select', after).orgId,
  )
  expect(before).toBe('01a21446-fb89-7f47-9f42-ae807762d433')
  expect(after).toBe('a76442bb-0a8e-861e-aee2-57aea3297df4')
})

test('whoever signs out within a recording is signed out from then on', () => {
  expect(sceneOf('orderNew.flow.json', 'session.logout', -1).token).toBe('REDACTED')
  expect(sceneOf('orderNew.flow.json', 'session.logout', 0).token).toBeUndefined()
})

test('an address with a blank is the same call, however it is written', () => {
  const recorded = callKey('GET', '/api/v1/mails?q=on+its+way&page=1', undefined)
  expect(callKey('GET', '/api/v1/mails?q=on%20its%20way&page=1', undefined)).toEqual(recorded)
  expect(callKey('GET', '/api/v1/mails?q=on%2Bits%2Bway&page=1', undefined)).not.toEqual(recorded)
})

test('a draft that was begun in a recording is begun in its scenes, and no other', () => {
  const remembered = (file: string) => {
    const recording = recordingOf(file)
    return new Map(sceneAt(file, recording, recording.lastEvent).remembered).get('untoldDrafts')
  }
  expect(remembered('orderNew.flow.json')).toBe('["7cb50284-f83f-4dbc-a1c3-6ed48ec40352"]')
  expect(remembered('offerEdit.flow.json')).toBeUndefined()
})

test.each([
  ['/?inspect=local', '/'],
  ['/orders?q=a+b&record=', '/orders?q=a+b'],
  ['/auth?redirect=%2Fcampaigns%3Finspect%3Dlocal', '/auth?redirect=%2Fcampaigns'],
  ['/orders?q=inspect', '/orders?q=inspect'],
])('%s without testing tools is %s', (address, expected) => {
  expect(withoutTools(address)).toBe(expected)
})
