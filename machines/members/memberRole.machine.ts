import type { OrganizationMember } from '../../contract/extensions/members'
import { roleDone, roleOf, type RoleStep } from '../../contract/rules/members'
import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface MemberRoleInput extends FlowSurroundings {
  member: Pick<OrganizationMember, 'id' | 'name' | 'email'>
  step: RoleStep
}
type Context = Pick<MemberRoleInput, 'organizationId' | 'member' | 'step'>

/** Letting somebody change settings, or sell alone, from the question to the server's answer (AU-01). */
export const memberRoleMachine = confirmFlow({
  id: 'memberRole',
  context: ({ organizationId, member, step }: MemberRoleInput): Context => ({ organizationId, member, step }),
  actors: { setMemberRole: promiseActor<void, Context>('setMemberRole') },
  submit: {
    state: 'saving',
    src: 'setMemberRole',
    input: (context) => context,
    change: ({ member, step }) => ({
      resource: 'members',
      kind: 'merge',
      id: member.id,
      fields: { changesSettings: step === 'letChange', role: roleOf[step] },
    }),
    message: ({ member, step }) => roleDone(step, member),
    done: 'saved',
  },
  cancelled: 'kept',
  failed: 'kept',
})
