import type { ArchivesKnown } from '../../../machines/archives/archiveTake.machine'
import type { FlowRef } from '../../../machines/flows'
import { keepSource } from '../../browser/chosenFiles'
import { Alert } from '../../components/base/Alert'
import { formatCount } from '../../components/base/format'
import { FileField } from '../../components/form/FileField'

interface ArchiveChoiceProps {
  flow: FlowRef<'archiveTake'>
  /** Undefined where it could not be read. */
  known: ArchivesKnown | undefined
}

/** The file, or why none can be taken over. */
export function ArchiveChoice({ flow, known }: ArchiveChoiceProps) {
  if (!known) return null
  if (known.whyNot !== undefined) return <Alert tone="blue">{known.whyNot}</Alert>
  const most = formatCount(Math.floor(known.mostBytes / 2 ** 20))
  return (
    <FileField
      label="Archive"
      hint={`A file that Download everything has made, of ${most} MB at most. Invite colleagues before: what they did is theirs where their email is the same.`}
      accept=".gz,application/gzip"
      onChoose={(file) => flow.send({ type: 'archive.choose', key: keepSource(file), name: file.name })}
    />
  )
}
