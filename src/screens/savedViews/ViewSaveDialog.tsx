import { savedNameForm } from '../../../contract/forms/savedNames'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'

/** The name under which a list is kept as it is shown (WF-02). */
export default function ViewSaveDialog({ flow }: { flow: FlowRef<'viewSave'> }) {
  const { field } = useForm(flow, savedNameForm)
  return (
    <FormDialog
      flow={flow}
      title="Save view"
      description="The search, the filters, the order and the columns as they are now. You alone find it under this name, until it is shared."
      submit={['Save', 'Saving...']}
    >
      <TextField {...field('name')} label="Name" />
    </FormDialog>
  )
}
