import { expect } from 'vitest'
import { RequestError } from '../../../contract/client/errors'
import { authMachine } from '../../../machines/session/auth.machine'
import type { Form } from '../../../machines/form'
import { connectionMachine } from '../../../machines/page/connection.machine'
import { lazyPageMachine } from '../../../machines/page/lazyPage.machine'
import { changeFeedMachine } from '../../../machines/session/changeFeed.machine'
import { sessionMachine } from '../../../machines/session/session.machine'
import { preferencesMachine } from '../../../machines/page/preferences.machine'
import { themeMachine } from '../../../machines/page/theme.machine'
import { toastMachine } from '../../../machines/toasts/toast.machine'
import { toastsMachine } from '../../../machines/toasts/toasts.machine'
import type { Flow } from '../../../machines/session/workspace.machine'
import { workspaceWithFlows } from '../../../machines/qa/machines'
import type { PendingChange } from '../../../machines/pendingChanges'
import type { Model } from '../explore'
import { campaign, offer, organizations, otherUser, user } from './records'

const blank = { email: '', organizationName: '', token: undefined, inviteToken: undefined }
const opened = { message: 'Welcome', token: 'secret', user }

const authModes = ['signIn', 'signUp', 'completion', 'forgot', 'reset', 'emailChange']

const weakPassword = new RequestError('422', {
  endpoint: 'POST /api/v1/users/forgot-password',
  status: 422,
  body: { error: { message: 'Too common', details: [{ path: 'body.password', message: 'Too common' }] } },
})

export const auth: Model = {
  machine: authMachine,
  inputs: authModes.map((mode) => ({ ...blank, mode })),
  events: {
    'field.change': [
      { fields: { email: 'dana@northwind.example', password: 'correct horse', name: 'Dana', oneTimeCode: '123456' } },
      { fields: { email: '', password: '', name: '', oneTimeCode: '' } },
    ],
    'field.blur': [{ field: 'email' }],
    'mode.choose': authModes.map((mode) => ({ mode })),
  },
  outputs: {
    logIn: [opened, { secondStep: { token: 'challenge', ways: ['app', 'passkey'] } }],
    takeSecondStep: [opened],
    usePasskey: [opened],
    completeSignUp: [opened],
    startSignUp: [{ message: 'Sent' }],
    startPasswordReset: [{ message: 'Sent' }],
    resetPassword: [{ message: 'Changed' }],
    confirmEmail: [{ message: 'Changed' }],
  },
  errors: {
    logIn: [new RequestError('401', { endpoint: 'POST /api/v1/users/login', status: 401 }), new Error('down')],
    takeSecondStep: [
      new RequestError('422', { endpoint: 'POST /api/v1/users/login/second-step', status: 422 }),
      new RequestError('401', { endpoint: 'POST /api/v1/users/login/second-step', status: 401 }),
      new Error('down'),
    ],
    usePasskey: [
      new RequestError('401', { endpoint: 'POST /api/v1/users/login/passkey', status: 401 }),
      new Error('declined'),
    ],
    completeSignUp: [weakPassword, new Error('down')],
    resetPassword: [weakPassword, new Error('down')],
  },
  identity: ({ form, refusal }: { form: Form<{ email: string; oneTimeCode: string }>; refusal: string }) => [
    form.values.email,
    form.values.oneTimeCode,
    Object.keys(form.touched).length > 0,
    refusal,
  ],
}

const unauthorized = new RequestError('401', { endpoint: 'GET /api/v1/users/me', status: 401 })

export const session: Model = {
  machine: sessionMachine,
  inputs: [
    { hasToken: true, organizationId: undefined },
    { hasToken: true, organizationId: 'org_2' },
    { hasToken: true, organizationId: 'org_gone' },
    { hasToken: false, organizationId: undefined },
  ],
  events: {
    'session.open': [
      { token: 'secret', user },
      { token: 'secret', user: otherUser },
    ],
    'user.change': [{ user: { ...user, name: 'D. Reyes' } }],
    'organization.follow': [{ organizationId: 'org_1' }, { organizationId: 'org_2' }],
    'organization.select': [{ organizationId: 'org_1' }, { organizationId: 'org_2' }, { organizationId: 'org_other' }],
  },
  outputs: {
    fetchCurrentUser: [user, otherUser],
    fetchOrganizations: [organizations, []],
    fetchOngoingCall: [undefined],
  },
  errors: { fetchCurrentUser: [unauthorized, new Error('down')] },
  identity: ({
    user: current,
    organizationId,
    organizations: known,
    failures,
  }: {
    user?: typeof user
    organizationId?: string
    organizations: []
    failures: number
  }) => [current?.email, organizationId, known.length, Math.min(failures, 2)],
  invariant: (snapshot) => {
    const { user: current, organizations: known, call } = snapshot.context
    // Nothing of a person is left when they are gone (SE-03).
    if (snapshot.hasTag('signedOut')) expect([current, known, call]).toEqual([undefined, [], undefined])
    if (snapshot.hasTag('signedIn')) expect(current).toBeDefined()
  },
}

const offerChange = { resource: 'offers', id: 'off_1', version: 2, kind: 'updated' }

export const changeFeed: Model = {
  machine: changeFeedMachine,
  inputs: [{ organizationId: 'org_1' }],
  events: {
    'stream.open': [{ isResumed: true }, { isResumed: false }],
    'stream.change': [{ changes: [offerChange, { ...offerChange, id: null, version: null }] }],
    'records.mark': [{ ids: ['off_2'] }],
  },
  // Enough to see it fail again; what was gathered and marked, as far as it differs.
  identity: ({ failures, gathered, marked }: { failures: number; gathered: unknown[]; marked: string[] }) => [
    Math.min(failures, 3),
    Math.min(gathered.length, 1),
    marked.length,
  ],
  invariant: (snapshot) => {
    const { gathered, marked } = snapshot.context
    expect(gathered.length > 0).toBe(snapshot.matches({ news: 'gathering' }))
    if (snapshot.matches({ marks: 'none' })) expect(marked).toEqual([])
  },
}

const change: PendingChange = { changeId: 'offerEdit.0', resource: 'offers', kind: 'merge', id: 'off_1', fields: {} }

export const workspace: Model = {
  // With its flows, whose code is loaded when they are opened.
  machine: workspaceWithFlows,
  inputs: [{ organizationId: 'org_1' }],
  events: {
    'open.*': [
      { type: 'open.offerEdit', recordId: offer.id, input: { offer, place: null } },
      {
        type: 'open.recordDelete',
        recordId: 'off_1',
        input: { id: 'off_1', resource: 'offers', name: 'Trail Backpack' },
      },
      { type: 'open.campaignEdit', recordId: campaign.id, input: { campaign } },
    ],
    'xstate.done.actor.load.*': [{ type: 'xstate.done.actor.load.0', actorId: 'load.0' }],
    'xstate.error.actor.load.*': [{ type: 'xstate.error.actor.load.0', actorId: 'load.0', error: new Error('down') }],
    'records.read': [{ records: [offer] }],
    'news.hear': [{ changes: [offerChange] }, { changes: [{ ...offerChange, resource: 'organizations' }] }],
    'change.show': [{ change }],
    'change.confirm': [{ changeId: 'offerEdit.0' }],
    'change.revert': [{ changeId: 'offerEdit.0' }],
    'draft.keep': [
      { flowId: 'campaignEdit.1', values: {} },
      { flowId: 'gone', values: {} },
    ],
  },
  // Two of anything are as many as a walk needs to see.
  identity: ({ flows, changes, openings }: { flows: Flow[]; changes: PendingChange[]; openings: object[] }) => [
    openings.length > 0,
    flows.slice(0, 2).map(({ name }) => name),
    Math.min(changes.length, 2),
  ],
  invariant: (snapshot) => expect(snapshot.context.flows.length).toBeLessThanOrEqual(snapshot.context.started),
}

export const toast: Model = {
  machine: toastMachine,
  inputs: [
    { kind: 'error', message: 'No' },
    { kind: 'success', message: 'Customer deleted', undo: { flowId: 'recordDelete.1' } },
  ],
  events: { 'toast.drag': [{ offset: 10 }, { offset: -45 }] },
  identity: ({ offset }: { offset: number }) => offset,
}

export const toasts: Model = {
  machine: toastsMachine,
  events: {
    'toast.show': [
      ...['Yes', 'No', 'Perhaps', 'Later'].map((message) => ({ kind: 'success', message })),
      { kind: 'error', message: 'No answer', flowId: 'orderNote.1' },
      { kind: 'success', message: 'Note added', flowId: 'orderNote.1' },
    ],
  },
  identity: ({ toasts: shown }: { toasts: unknown[] }) => shown.length,
  invariant: (snapshot) => {
    const { toasts: shown, texts } = snapshot.context
    expect(shown.length).toBeLessThanOrEqual(3)
    // Nothing is said twice at a time.
    const said = shown.map(({ id }: { id: string }) => texts[id])
    expect(new Set(said).size).toBe(said.length)
  },
}

export const lazyPage: Model = {
  machine: lazyPageMachine,
  inputs: [
    { message: 'a.js', reloadedFor: [] },
    { message: 'a.js', reloadedFor: ['a.js'] },
  ],
  outputs: {
    diagnose: [
      { isGone: true, hasInput: false },
      { isGone: true, hasInput: true },
      { isGone: false, hasInput: false },
    ],
  },
  identity: ({ isAsked }: { isAsked: boolean }) => isAsked,
}

export const connection: Model = {
  machine: connectionMachine,
  events: { 'connection.lost': [{ readAt: 7 }], 'request.unanswered': [{ readAt: 7 }] },
  identity: ({ readAt, failures }: { readAt: number | null; failures: number }) => [readAt, Math.min(failures, 2)],
  invariant: (snapshot) => {
    if (snapshot.matches('online')) expect(snapshot.context.failures).toBe(0)
    // Nobody is told by the loss of one request.
    if (snapshot.matches('doubted')) expect(snapshot.hasTag('away')).toBe(false)
  },
}

export const theme: Model = {
  machine: themeMachine,
  inputs: ['system', 'light', 'dark'].map((chosen) => ({ theme: chosen })),
  events: { 'theme.choose': ['system', 'light', 'dark'].map((chosen) => ({ theme: chosen })) },
}

const never = { theme: 'system', density: 'comfortable', language: 'browser', clock: 'language' }

export const preferences: Model = {
  machine: preferencesMachine,
  inputs: [{ shown: never }],
  events: {
    'preferences.choose': [
      { fields: { theme: 'dark' } },
      { fields: { theme: 'light' } },
      { fields: { 'lists.orders': { hidden: ['total'] } } },
    ],
    'preferences.hear': [{ fields: { theme: 'dark', density: 'compact' } }, { fields: { 'lists.orders': undefined } }],
  },
  outputs: { savePreferences: [undefined] },
  errors: { savePreferences: [new Error('down')] },
  identity: ({ shown, told, sent }: Record<string, Record<string, string>>) => [shown, told, sent],
  invariant: (snapshot) => {
    const { shown, told } = snapshot.context as Record<string, object>
    // What is shown is what the server has, unless it is being told.
    if (snapshot.matches('kept')) expect(shown).toEqual(told)
  },
}
