import { assign, setup } from 'xstate'
import type { MemberWork, OrganizationMember } from '../../contract/extensions/members'
import { handOverForm, type HandOverValues, noWork } from '../../contract/forms/handOver'
import type { Member } from '../../contract/organizations'
import { type MemberStep, stepDone } from '../../contract/rules/members'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import {
  answersTo,
  type FieldEvent,
  fieldEvents,
  formParts,
  leaveTo,
  type LeaveEvent,
  newForm,
  submitTo,
  type WithForm,
} from '../form'
import { changeParts } from '../pendingChanges'
import { refusedTo } from '../refusedFields'

export interface MemberChangeInput extends FlowSurroundings {
  member: Pick<OrganizationMember, 'id' | 'name' | 'email'>
  step: MemberStep
}
/** What a person has begun, and who may go on with it. */
export interface HandOver {
  work: MemberWork
  colleagues: readonly Member[]
}
interface Context extends WithForm<HandOverValues>, Pick<MemberChangeInput, 'member' | 'step' | 'organizationId'> {
  colleagues: readonly Member[]
}
export type MemberChangeEvent = FieldEvent<HandOverValues> | LeaveEvent | { type: 'dialog.submit' }

const shown = {
  disable: { kind: 'merge', fields: { state: 'disabled' } },
  enable: { kind: 'merge', fields: { state: 'active' } },
  remove: { kind: 'remove' },
  // What the organization is without oneself, one sees no more.
  leave: { kind: 'merge', fields: {} },
} as const satisfies Record<MemberStep, object>

/** Disabling, enabling or removing a person, or leaving oneself; what is begun is given to a colleague first (AU-01). */
export const memberChangeMachine = setup({
  types: {
    input: {} as MemberChangeInput,
    context: {} as Context,
    events: {} as MemberChangeEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    fetchHandOver: promiseActor<HandOver, Pick<Context, 'organizationId' | 'member'>>('fetchHandOver'),
    takeMemberStep: promiseActor<void, Pick<Context, 'organizationId' | 'member' | 'step'> & { handOverTo: string }>(
      'takeMemberStep',
    ),
  },
  actions: {
    begin: assign((_, { work, colleagues }: HandOver) => ({
      colleagues,
      form: newForm<HandOverValues>({ handOverTo: '', work }),
    })),
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts(handOverForm))
  .createMachine({
    id: 'memberChange',
    context: ({ input: { member, step, organizationId } }) => ({
      member,
      step,
      organizationId,
      colleagues: [],
      form: newForm<HandOverValues>({ handOverTo: '', work: noWork }),
    }),
    initial: 'reading',
    states: {
      reading: {
        invoke: {
          src: 'fetchHandOver',
          input: ({ context }) => context,
          onDone: { target: 'editing', actions: { type: 'begin', params: ({ event }) => event.output } },
          onError: { target: 'failed', actions: withError('reportError') },
        },
      },
      editing: {
        tags: 'open',
        on: { ...fieldEvents<HandOverValues>(), ...leaveTo('cancelled'), 'dialog.submit': submitTo('taking') },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('cancelled') },
      taking: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context: { step, member } }) => ({ resource: 'members', id: member.id, ...shown[step] }),
        },
        invoke: {
          src: 'takeMemberStep',
          input: ({ context: { organizationId, member, step, form } }) => ({
            organizationId,
            member,
            step,
            handOverTo: form.values.handOverTo,
          }),
          onDone: {
            target: 'taken',
            actions: [
              'confirmChange',
              { type: 'showMessage', params: ({ context: { step, member } }) => ({ message: stepDone(step, member) }) },
            ],
          },
          onError: [refusedTo('editing'), { target: 'editing', actions: ['revertChange', withError('reportError')] }],
        },
      },
      taken: { type: 'final' },
      cancelled: { type: 'final' },
      failed: { type: 'final' },
    },
  })
