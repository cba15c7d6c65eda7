import { importColumns, type ImportResource, type SheetImport } from '../../../contract/extensions/sheetImports'
import { importLabels } from '../../../contract/forms/sheetImports'
import type { FlowRef } from '../../../machines/flows'
import { ActionButton } from '../../components/actions/ActionButton'
import { Button } from '../../components/base/Button'
import { formatCount } from '../../components/base/format'
import { Moment } from '../../components/base/Moment'
import { Row } from '../../components/base/Row'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { FileField } from '../../components/form/FileField'
import { TextAreaField } from '../../components/form/TextAreaField'
import { keepSource } from '../../browser/chosenFiles'
import { undoImport } from './actions'
import { ImportCampaign } from './ImportCampaign'

interface ImportChoiceProps {
  flow: FlowRef<'sheetImport'>
  resource: ImportResource
  campaignId: string | undefined
  recent: readonly SheetImport[]
  pasted: string
}

/** A file, or what was copied from a spreadsheet; and what was imported within a day, to be undone. */
export function ImportChoice({ flow, resource, campaignId, recent, pasted }: ImportChoiceProps) {
  return (
    <Stack>
      {resource === 'orders' && <ImportCampaign flow={flow} campaignId={campaignId} />}
      {(resource !== 'orders' || campaignId !== undefined) && (
        <SheetSource flow={flow} resource={resource} pasted={pasted} />
      )}
      {recent.length > 0 && (
        <Stack gap="xs">
          <Text weight="semibold">Imported within a day</Text>
          {recent.map(({ id: importId, name, create, update, userName, committedAt }) => (
            <Row key={importId} justify="between">
              <Text as="span">
                {name}: {formatCount(create)} added, {formatCount(update)} changed by {userName || 'somebody'},{' '}
                <Moment iso={committedAt} />
              </Text>
              <ActionButton action={undoImport} row={{ flow, importId }} size="sm">
                Undo
              </ActionButton>
            </Row>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

function SheetSource({ flow, resource, pasted }: Pick<ImportChoiceProps, 'flow' | 'resource' | 'pasted'>) {
  const choose = (source: Blob, name: string) => flow.send({ type: 'sheet.choose', key: keepSource(source), name })
  const titles = importColumns[resource].map((column) => importLabels[column]).join(', ')
  return (
    <>
      <FileField
        label="CSV file"
        hint={`The first line names the columns: ${titles}. ${resource === 'orders' ? 'Further lines of an order tell what else it had.' : 'An empty cell leaves what is there.'}`}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChoose={(file) => choose(file, file.name)}
      />
      <TextAreaField
        name="pasted"
        label="Or paste cells from a spreadsheet, with the line that names the columns"
        value={pasted}
        onChange={(text) => flow.send({ type: 'pasted.change', text })}
      />
      <Row justify="end">
        <Button disabled={pasted.trim() === ''} onClick={() => choose(new Blob([pasted]), 'Pasted lines')}>
          Check pasted lines
        </Button>
      </Row>
    </>
  )
}
