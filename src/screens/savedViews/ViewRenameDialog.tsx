import { savedNameForm, savedNameValues } from '../../../contract/forms/savedNames'
import type { FlowRef } from '../../../machines/flows'
import { FormDialog } from '../../components/form/FormDialog'
import { TextField } from '../../components/form/TextField'
import { useForm, useNews } from '../../components/form/useForm'

const labels = { name: 'Name' }

/** Another name for a saved view (WF-02). */
export default function ViewRenameDialog({ flow }: { flow: FlowRef<'viewRename'> }) {
  const { field } = useForm(flow, savedNameForm)
  const news = useNews(flow, savedNameValues, labels)
  return (
    <FormDialog flow={flow} title="Rename view" submit={['Rename', 'Renaming...']} news={news}>
      <TextField {...field('name')} label={labels.name} />
    </FormDialog>
  )
}
