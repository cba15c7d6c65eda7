import { type ActorRefFrom, waitFor } from 'xstate'
import type { sessionMachine } from '../../machines/session/session.machine'

/** Milliseconds after which whoever came into an organization goes on without waiting for the list that has it. */
const longest = 10_000

/** Goes into an organization that the person has come into this moment, of which the session knows nothing yet. */
export async function enterOrganization(
  session: ActorRefFrom<typeof sessionMachine>,
  organizationId: string,
): Promise<void> {
  try {
    await waitFor(session, (state) => state.matches({ signedIn: { organizations: 'ready' } }), { timeout: longest })
    session.send({ type: 'organizations.reread' })
    const { context } = await waitFor(
      session,
      (state) => state.context.organizations.some(({ id }) => id === organizationId),
      { timeout: longest },
    )
    if (context.organizationId !== organizationId) session.send({ type: 'organization.select', organizationId })
  } catch {
    // The switcher has it as soon as the list is read.
  }
}
