import * as z from 'zod/mini'
import { addressesIn } from '../rules/invites'
import { email } from '../schemas'

/** As many as one request takes. */
const most = 50

function addressesMistake(typed: string): string | undefined {
  const addresses = addressesIn(typed)
  if (addresses.length === 0) return 'Type whom you invite'
  if (addresses.length > most) return `At most ${most} at once`
  const wrong = addresses.find((one) => !z.safeParse(email, one).success)
  return wrong === undefined ? undefined : `${wrong} is no email address`
}

/** The dialog that invites teammates (IN-01). */
export const inviteForm = z.object({
  emails: z.string().check((payload) => {
    const message = addressesMistake(payload.value)
    if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value, path: [] })
  }),
  role: z.enum(['owner', 'agent']),
})
export type InviteValues = z.input<typeof inviteForm>
