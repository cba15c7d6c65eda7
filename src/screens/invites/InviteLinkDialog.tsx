import { useSelector } from '@xstate/react'
import type { FlowRef } from '../../../machines/flows'
import { Button } from '../../components/base/Button'
import { Copyable } from '../../components/layout/Copyable'
import { Text } from '../../components/base/Text'
import { Dialog } from '../../components/overlay/Dialog'

/** The link of an invite, to hand it over by another way than mail (IN-01). */
export default function InviteLinkDialog({ flow }: { flow: FlowRef<'inviteLink'> }) {
  const { email, linkUrl } = useSelector(flow, ({ context }) => context)
  return (
    <Dialog
      open
      title={`Link for ${email}`}
      description="It opens the invite for this address alone."
      busy={false}
      onClose={() => flow.send({ type: 'dialog.leave' })}
      footer={
        <Button variant="solid" onClick={() => flow.send({ type: 'dialog.cancel' })}>
          Done
        </Button>
      }
    >
      <Text as="div">
        <Copyable label="Copy link" text={linkUrl} />
      </Text>
    </Dialog>
  )
}
