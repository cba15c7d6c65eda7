import { type ActorRefFrom, waitFor } from 'xstate'
import type { sessionMachine } from '../../machines/session/session.machine'

/** Milliseconds after which whoever came into an organization goes on without waiting for the list that has it. */
const longest = 10_000

/** Ends when the session is in an organization, or does not get there for long; the switcher has it then. */
export async function organizationEntered(
  session: ActorRefFrom<typeof sessionMachine>,
  organizationId: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const isIn = ({ context }: { context: { organizationId: string | undefined } }) =>
    context.organizationId === organizationId
  await waitFor(session, isIn, { timeout: longest, signal }).catch(() => {})
}
