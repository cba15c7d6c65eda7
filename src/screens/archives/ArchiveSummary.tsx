import type { ArchiveFile } from '../../../machines/archives/archiveTake.machine'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatCount } from '../../components/base/format'
import { Moment } from '../../components/base/Moment'
import { Text } from '../../components/base/Text'

const told = [
  ['orders', 'Orders'],
  ['customers', 'Customers'],
  ['products', 'Products'],
  ['campaigns', 'Campaigns'],
  ['offers', 'Offers'],
  ['calls', 'Calls'],
] as const

/** What an archive says of itself, before it is sent. */
export function ArchiveSummary({ file: { head, name } }: { file: ArchiveFile }) {
  return (
    <>
      <Text>
        {name} holds all that {head.organization.name} had. Its currency, time zone and tax come with it; this
        organization keeps its name.
      </Text>
      <DescriptionList
        entries={[
          { term: 'Made', detail: <Moment iso={head.madeAt} /> },
          ...told.map(([kind, term]) => ({ term, detail: formatCount(head.counts[kind] ?? 0) })),
        ]}
      />
    </>
  )
}
