import { apiTokenForm, type ApiTokenValues, apiTokenValues } from '../../contract/forms/apiTokens'
import { promiseActor } from '../actors'
import { type MadeToken, type TokenAsked, tokenFlow } from '../factories/tokenFlow'

/** Making an API token, which is shown once (ST-01). */
export const apiTokenCreateMachine = tokenFlow({
  id: 'apiTokenCreate',
  form: apiTokenForm,
  values: apiTokenValues,
  resource: 'apiTokens',
  actors: { createApiToken: promiseActor<MadeToken, TokenAsked<ApiTokenValues>>('createApiToken') },
  src: 'createApiToken',
  refusesFields: true,
})
