import type { ArchiveAnew, ArchiveImport } from '../../../contract/extensions/archives'
import { formatCount } from '../../components/base/format'
import { Text } from '../../components/base/Text'

const anewWords: Readonly<Record<ArchiveAnew['kind'], string>> = {
  gateways: 'The keys of the gateway',
  providers: 'The password of the email provider',
  webhooks: 'The webhook to',
  telephone: 'The token of the telephone system',
  apiTokens: 'The API token',
}

/** What has become of an archive, and what its owner has to do next. */
export function ArchiveResult({ archive: { rowsDone, told } }: { archive: ArchiveImport }) {
  const people = told?.people ?? []
  const anew = told?.anew ?? []
  return (
    <>
      <Text>
        All that {told?.from ?? 'the organization'} had is here: {formatCount(rowsDone)} rows.
      </Text>
      {people.length > 0 && (
        <Text>
          {people.join(', ')} {people.length === 1 ? 'has' : 'have'} no account here. What they did stays under their
          names.
        </Text>
      )}
      {anew.length > 0 && (
        <>
          <Text weight="semibold">Secrets are not in an archive. Type or make anew:</Text>
          <ul>
            {anew.map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>
                {anewWords[kind]} {name}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
