import type { ApiToken } from '../../../contract/extensions/apiTokens'
import type { WriteAction } from '../../components/actions/recordAction'
import { toDelete } from '../records/actions'

/** Makes a token for another program (ST-01). */
export const newApiToken: WriteAction<null> = {
  action: 'apiTokens.create',
  label: 'New token',
  primary: true,
  open: (_, { open }) => open({ type: 'open.apiTokenCreate', recordId: undefined, input: {} }),
}

export const apiTokenLabel = ({ name }: ApiToken) => name || 'this token'

export const revokeApiToken: WriteAction<ApiToken> = {
  action: 'apiTokens.revoke',
  label: 'Revoke',
  open: toDelete('apiTokens', apiTokenLabel),
}
