import { useSelector } from '@xstate/react'
import { apiTokenForm, scopeLabels } from '../../../contract/forms/apiTokens'
import { tokenDuties } from '../../../contract/rules/apiTokens'
import { dutyLabel } from '../../../contract/rules/dutyLabel'
import type { FlowRef } from '../../../machines/flows'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { CheckboxField } from '../../components/form/CheckboxField'
import { DateField } from '../../components/form/DateField'
import { FormDialog } from '../../components/form/FormDialog'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/useForm'
import { CreatedToken } from '../CreatedToken'

const scopes = Object.entries(scopeLabels).map(([value, label]) => ({ value, label }))

/** Making an API token, and showing it once (ST-01). */
export default function ApiTokenCreateDialog({ flow }: { flow: FlowRef<'apiTokenCreate'> }) {
  const { field, values, change } = useForm(flow, apiTokenForm)
  const isCreated = useSelector(flow, (state) => state.matches('created'))
  const token = useSelector(flow, (state) => state.context.token)
  if (isCreated) {
    return (
      <CreatedToken name={values.name} token={token} onClose={() => flow.send({ type: 'dialog.cancel' })}>
        <Text tone="muted">
          The program sends it with every call, as Authorization: Bearer and the token. What it may call is at /docs.
        </Text>
      </CreatedToken>
    )
  }
  const { onChange: _, ...scope } = field('scope')
  const duties = field('duties')
  return (
    <FormDialog
      flow={flow}
      title="New token"
      description="A program works with it in this organization, for you: it reads all that you read here, and never does more than you may."
      submit={['Create', 'Creating...']}
    >
      <TextField {...field('name')} label="Name" hint="What the program is, such as Warehouse" />
      <SelectField
        {...scope}
        onChange={(chosen) => change({ scope: apiTokenForm.shape.scope.parse(chosen) })}
        label="What it may change"
        options={scopes}
        error={duties.error}
      />
      {values.scope === 'chosen' && (
        <Stack gap="sm">
          {tokenDuties.map((duty) => (
            <CheckboxField
              key={duty}
              name={`duties.${duty}`}
              label={dutyLabel(duty)}
              checked={values.duties[duty] === true}
              disabled={duties.disabled}
              onChange={(checked) => duties.onChange({ ...values.duties, [duty]: checked })}
              onBlur={duties.onBlur}
            />
          ))}
        </Stack>
      )}
      <DateField {...field('expiresAt')} label="Last day" optional hint="Empty for a token without an end" />
    </FormDialog>
  )
}
