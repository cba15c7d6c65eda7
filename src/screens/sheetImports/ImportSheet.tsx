import { importLabels } from '../../../contract/forms/sheetImports'
import { importColumns, type ImportResource } from '../../../contract/extensions/sheetImports'
import type { Sheet } from '../../../machines/sheetImports/sheetImportSetup'
import { Text } from '../../components/base/Text'

const separators: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

interface ImportSheetProps {
  resource: ImportResource
  sheet: Sheet
}

/** How a spreadsheet was read, so that a wrong guess is seen before anything is imported. */
export function ImportSheet({ resource, sheet: { name, columns, encoding, separator } }: ImportSheetProps) {
  const ignored = columns.filter(({ field, title }) => !field && title !== '').map(({ title }) => title)
  const missing = importColumns[resource].filter((column) => !columns.some(({ field }) => field === column))
  return (
    <Text size="sm" tone="muted">
      {name}: {encoding.toUpperCase()}, separated by {separators[separator] ?? separator}.
      {missing.length > 0 && ` Not in it: ${missing.map((column) => importLabels[column]).join(', ')}.`}
      {ignored.length > 0 && ` Left out: ${ignored.slice(0, 12).join(', ')}.`}
    </Text>
  )
}
