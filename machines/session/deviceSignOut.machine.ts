import type { Session } from '../../contract/extensions/users'
import { signedOutElsewhere, signedOutThere } from '../../contract/rules/devices'
import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface DeviceSignOutInput extends FlowSurroundings {
  /** None for all but the one that asks. */
  device: Session | undefined
}

/** Signing out on one device, or everywhere else, from the question to the server's answer (ST-01). */
export const deviceSignOutMachine = confirmFlow({
  id: 'deviceSignOut',
  context: ({ device }: DeviceSignOutInput) => ({ device }),
  actors: { signOutDevices: promiseActor<void, Pick<DeviceSignOutInput, 'device'>>('signOutDevices') },
  submit: {
    state: 'signingOut',
    src: 'signOutDevices',
    input: (context) => context,
    change: ({ device }) =>
      device
        ? { resource: 'sessions', kind: 'remove', id: device.id }
        : { resource: 'sessions', kind: 'merge', id: '', fields: {} },
    message: ({ device }) => (device ? signedOutThere : signedOutElsewhere),
    done: 'ended',
  },
  cancelled: 'ended',
  failed: 'confirming',
})
