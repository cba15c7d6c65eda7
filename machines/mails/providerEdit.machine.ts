import type { EmailProvider } from '../../contract/extensions/plugins'
import { emailProviderForm, type EmailProviderValues, emailProviderValues } from '../../contract/forms/emailProviders'
import { promiseActor } from '../actors'
import { recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface ProviderEditInput extends FlowSurroundings {
  /** None for a new one. */
  provider: EmailProvider | undefined
}

/** Adding an email provider, or editing one (ML-03). Of its password only a new one is typed. */
export const providerEditMachine = recordFlow({
  id: 'providerEdit',
  form: emailProviderForm,
  valuesOf: emailProviderValues,
  context: ({ organizationId }: ProviderEditInput) => ({ organizationId }),
  record: ({ provider }) => provider,
  actors: {
    saveProvider: promiseActor<
      void,
      { organizationId: string | undefined; provider: EmailProvider | undefined; values: EmailProviderValues }
    >('saveProvider'),
  },
  isReread: false,
  submit: {
    state: 'saving',
    src: 'saveProvider',
    input: ({ organizationId, record, form }) => ({ organizationId, provider: record, values: form.values }),
    change: ({ record, form }) =>
      record
        ? { resource: 'plugins', kind: 'merge', id: record.id, fields: { name: form.values.name.trim() } }
        : { resource: 'plugins', kind: 'add' },
    message: 'Email provider saved',
    done: 'saved',
  },
  refusesFields: true,
})
