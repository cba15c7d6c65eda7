import { Button } from '../../components/base/Button'
import { Copyable } from '../../components/base/Copyable'
import { Text } from '../../components/base/Text'
import { Dialog } from '../../components/overlay/Dialog'

/** A secret as it is shown once, until its reader says that they have it. */
export function ShownSecret({
  title,
  secret,
  children,
  onTaken,
}: {
  title: string
  /** None where the answer was lost. */
  secret: string | null
  children: string
  onTaken: () => void
}) {
  return (
    <Dialog
      open
      title={title}
      description="It is shown now and never again."
      busy={false}
      onClose={() => undefined}
      footer={
        <Button variant="solid" onClick={onTaken}>
          I have it
        </Button>
      }
    >
      {secret === null ? (
        <Text tone="danger">Its answer was lost, so nobody has it. Make a new secret.</Text>
      ) : (
        <>
          <Text as="div">
            <Copyable label="Copy secret" text={secret} />
          </Text>
          <Text tone="muted">{children}</Text>
        </>
      )}
    </Dialog>
  )
}
