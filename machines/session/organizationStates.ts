import { withError } from '../actors'
import { sessionSetup } from './sessionSetup'

/** The organizations that the person belongs to. */
export const organizations = sessionSetup.createStateConfig({
  initial: 'loading',
  on: {
    // Wherever it is: a list that is on its way may be older than the organization.
    'organization.enter': {
      target: '.rereading',
      actions: { type: 'noteEntered', params: ({ event }) => event },
    },
  },
  states: {
    loading: {
      invoke: {
        src: 'fetchOrganizations',
        onDone: {
          target: 'ready',
          actions: { type: 'setOrganizations', params: ({ event }) => ({ organizations: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: ['emptyOrganizations', withError('reportOrganizationsFailure')],
        },
      },
    },
    ready: {
      entry: ['settleOrganizations', 'forgetEntered'],
      on: { 'organizations.reread': 'rereading' },
    },
    // What is known stays until more is, and when nobody can say.
    rereading: {
      invoke: {
        src: 'fetchOrganizations',
        onDone: [
          {
            guard: { type: 'hasLeft', params: ({ event }) => ({ organizations: event.output }) },
            target: 'ready',
            actions: [
              {
                type: 'reportLeft',
                params: ({ context: { organizations: known, organizationId } }) => ({
                  name: known.find(({ id }) => id === organizationId)?.name ?? 'the organization',
                }),
              },
              { type: 'setOrganizations', params: ({ event }) => ({ organizations: event.output }) },
            ],
          },
          {
            target: 'ready',
            actions: { type: 'setOrganizations', params: ({ event }) => ({ organizations: event.output }) },
          },
        ],
        onError: 'ready',
      },
      on: { 'organizations.reread': { target: 'rereading', reenter: true } },
    },
    failed: {
      entry: 'settleOrganizations',
      on: { 'organizations.retry': 'loading', 'connection.restored': 'loading' },
    },
  },
})

/** What the person does in one of them; another one begins anew. */
export const workspace = sessionSetup.createStateConfig({
  initial: 'waiting',
  states: {
    // A stored organization opens the workspace at once; without one its list decides.
    waiting: {
      always: { guard: 'hasOrganization', target: 'open' },
      on: { 'organizations.settle': 'open' },
    },
    open: {
      entry: ['markOpened', { type: 'storeOrganization', params: ({ context }) => context }],
      invoke: {
        src: 'workspace',
        id: 'workspace',
        input: ({ context }) => ({ organizationId: context.organizationId }),
      },
      on: {
        // The stored organization turned out to be none of the person's own.
        'organizations.settle': {
          guard: 'isOpenedOtherwise',
          target: 'open',
          reenter: true,
          actions: ['clearAnswers', 'leaveRecord'],
        },
        'organization.follow': {
          guard: { type: 'isOtherOrganization', params: ({ event }) => event },
          target: 'open',
          reenter: true,
          actions: [{ type: 'setOrganization', params: ({ event }) => event }, 'clearAnswers'],
        },
        'organization.select': {
          guard: { type: 'isOtherOrganization', params: ({ event }) => event },
          target: 'open',
          reenter: true,
          actions: [{ type: 'setOrganization', params: ({ event }) => event }, 'clearAnswers', 'leaveRecord'],
        },
      },
    },
  },
})
