import type { FlowRef } from '../../../machines/flows'
import type { WriteAction } from '../../components/actions/recordAction'

/** Takes back what was imported within a day (PR-04). */
export const undoImport: WriteAction<{ flow: FlowRef<'sheetImport'>; importId: string }> = {
  action: 'sheetImports.undo',
  label: 'Undo import',
  open: ({ flow, importId }) => flow.send({ type: 'import.undo', importId }),
}
