import { savedNameForm } from '../../../contract/forms/savedNames'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'

/** The name under which a report is kept (RP-01). */
export default function ReportSaveDialog({ flow }: { flow: FlowRef<'reportSave'> }) {
  const { field } = useForm(flow, savedNameForm)
  return (
    <FormDialog
      flow={flow}
      title="Save report"
      description="Everybody in the organization finds it under this name. Its period goes along with the calendar."
      submit={['Save', 'Saving...']}
    >
      <TextField {...field('name')} label="Name" />
    </FormDialog>
  )
}
