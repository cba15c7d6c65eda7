import { telephoneTokenForm, type TelephoneTokenValues } from '../../contract/forms/telephone'
import { promiseActor } from '../actors'
import { type MadeToken, type TokenAsked, tokenFlow } from '../factories/tokenFlow'

/** Making a token for a telephone system, which is shown once (CA-01). */
export const telephoneTokenCreateMachine = tokenFlow({
  id: 'telephoneTokenCreate',
  form: telephoneTokenForm,
  values: { name: '' },
  resource: 'telephoneTokens',
  actors: { createTelephoneToken: promiseActor<MadeToken, TokenAsked<TelephoneTokenValues>>('createTelephoneToken') },
  src: 'createTelephoneToken',
})
