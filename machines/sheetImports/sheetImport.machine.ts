import { withError } from '../actors'
import { leaveSentAgain, unansweredState, unansweredTo } from '../factories/unanswered'
import type { Change } from '../pendingChanges'
import {
  type LinesShown,
  nothingShown,
  type SheetImportContext,
  type SheetImportEvent,
  sheetImportSetup,
} from './sheetImportSetup'

/** Parcels are in lists by the name that a search has for them, and none is added. */
const addedIn = ({ context: { resource } }: { context: Pick<SheetImportContext, 'resource'> }): Change =>
  resource === 'fulfilments'
    ? { resource: 'fulfillments', kind: 'merge', id: '', fields: {} }
    : { resource, kind: 'add' }

const unanswered = unansweredState('committing', 'closed')

const close = { 'dialog.cancel': 'closed', 'dialog.leave': 'closed' } as const

/** Reads lines, and leads to where they are seen, or why they are not. */
const fetchingLines = <Target extends string>(target: Target) =>
  ({
    src: 'fetchLines',
    input: ({ context: { begun, shown } }: { context: SheetImportContext }) => ({ importId: begun?.id ?? '', shown }),
    onDone: {
      target,
      actions: {
        type: 'setLines',
        params: ({ event }: { event: { output: LinesShown } }) => ({ shown: event.output }),
      },
    },
    onError: { target, actions: withError('setMessage') },
  }) as const

/** Products, a campaign's offers or orders, tracking numbers or customers from a spreadsheet: read here, judged by the server line by line, taken over in one go, undone within a day (PR-04, CP-03, FU-02). */
export const sheetImportMachine = sheetImportSetup.createMachine({
  id: 'sheetImport',
  context: ({ input: { organizationId, campaignId, resource } }) => ({
    organizationId,
    campaignId,
    resource: resource ?? (campaignId === undefined ? 'products' : 'offers'),
    pasted: '',
    recent: [],
    sheet: undefined,
    begun: undefined,
    sent: 0,
    shown: nothingShown,
    message: undefined,
  }),
  initial: 'choosing',
  states: {
    choosing: {
      tags: 'open',
      invoke: {
        src: 'fetchImports',
        input: ({ context }) => context,
        onDone: { actions: { type: 'setRecent', params: ({ event }) => ({ imports: event.output }) } },
        onError: { actions: withError('reportError') },
      },
      on: {
        'pasted.change': { actions: { type: 'setPasted', params: ({ event }) => event } },
        'campaign.choose': { actions: { type: 'setCampaign', params: ({ event }) => event } },
        'sheet.choose': { guard: 'hasPlace', target: 'reading' },
        'import.undo': 'undoing',
        'dialog.cancel': 'closed',
        'dialog.leave': [{ guard: 'hasPasted', target: 'asking' }, { target: 'closed' }],
      },
    },
    /** Whether what was pasted may be lost (GE-07). */
    asking: { tags: ['open', 'asking'], on: { 'input.keep': 'choosing', 'input.discard': 'closed' } },
    reading: {
      tags: ['open', 'busy'],
      entry: 'forgetMessage',
      invoke: {
        src: 'readSheet',
        input: ({ context: { resource }, event }) => {
          // Nothing else leads here.
          const { key, name } = event as Extract<SheetImportEvent, { type: 'sheet.choose' }>
          return { key, name, resource }
        },
        onDone: {
          target: 'checking',
          actions: { type: 'setSheet', params: ({ event }) => ({ sheet: event.output }) },
        },
        onError: { target: 'choosing', actions: withError('setMessage') },
      },
    },
    /** Until what each line does can be read: what is pressed then must not move by its coming. */
    checking: {
      tags: 'open',
      entry: 'forgetMessage',
      initial: 'sending',
      states: {
        sending: {
          invoke: { src: 'checkLines', input: ({ context }) => context },
          on: {
            'check.progress': { actions: { type: 'noteProgress', params: ({ event }) => event } },
            'check.done': { target: 'fetching', actions: 'forgetLines' },
            'check.fail': {
              target: '#sheetImport.choosing',
              actions: { type: 'setMessage', params: ({ event }) => event },
            },
          },
        },
        fetching: { invoke: fetchingLines('#sheetImport.previewing') },
      },
      on: { 'check.cancel': 'choosing', ...close },
    },
    previewing: {
      tags: 'open',
      entry: 'forgetUnanswered',
      initial: 'shown',
      states: {
        fetching: { invoke: fetchingLines('shown') },
        shown: { on: { 'lines.more': { target: 'fetching', actions: 'forgetMessage' } } },
      },
      on: {
        'verdict.choose': {
          target: '.fetching',
          actions: ['forgetMessage', { type: 'chooseVerdict', params: ({ event }) => event }],
        },
        'import.again': 'checking',
        'dialog.submit': { guard: 'hasGoodLines', target: 'committing' },
        ...close,
      },
    },
    committing: {
      tags: ['open', 'busy'],
      entry: ['forgetMessage', { type: 'showChange', params: addedIn }],
      invoke: {
        src: 'commitImport',
        input: ({ context }) => ({ importId: context.begun?.id ?? '' }),
        onDone: {
          target: 'committed',
          actions: ['confirmChange', { type: 'setBegun', params: ({ event }) => ({ begun: event.output }) }],
        },
        onError: [
          unansweredTo('unanswered', 'these lines have been imported'),
          { target: 'previewing', actions: ['revertChange', withError('setMessage')] },
        ],
      },
      on: { 'commit.cancel': 'withdrawing', ...leaveSentAgain('closed') },
    },
    unanswered: { ...unanswered, on: { ...unanswered.on, 'commit.cancel': 'withdrawing' } },
    /** Nothing of it stays, whether it had been written by then or not. */
    withdrawing: {
      tags: ['open', 'busy'],
      invoke: {
        src: 'withdrawImport',
        input: ({ context }) => ({ importId: context.begun?.id ?? '' }),
        onDone: {
          target: 'choosing',
          actions: ['confirmChange', { type: 'showMessage', params: { message: 'Import given up' } }],
        },
        onError: { target: 'choosing', actions: ['revertChange', withError('setMessage')] },
      },
    },
    committed: {
      tags: 'open',
      on: { 'import.undo': 'undoing', ...close },
    },
    undoing: {
      tags: ['open', 'busy'],
      entry: ['forgetMessage', { type: 'showChange', params: addedIn }],
      invoke: {
        src: 'undoImport',
        // As above.
        input: ({ event }) => event as Extract<SheetImportEvent, { type: 'import.undo' }>,
        onDone: [
          {
            guard: { type: 'isUndone', params: ({ event }) => ({ begun: event.output }) },
            target: 'closed',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Import undone' } }],
          },
          {
            target: 'undone',
            actions: [
              'confirmChange',
              'forgetLines',
              { type: 'setBegun', params: ({ event }) => ({ begun: event.output }) },
            ],
          },
        ],
        onError: { target: 'choosing', actions: ['revertChange', withError('setMessage')] },
      },
    },
    /** Some of it stayed, which is said. */
    undone: { tags: 'open', on: close },
    closed: { type: 'final' },
  },
})
