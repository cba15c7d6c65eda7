import type { TelephoneToken } from '../../../contract/extensions/telephone'
import type { WriteAction } from '../../components/actions/recordAction'
import { toDelete } from '../records/actions'

/** What is begun on the page of telephone systems (CA-01). */
export const telephonePageActions: readonly WriteAction<null>[] = [
  {
    action: 'telephone.createToken',
    label: 'New token',
    primary: true,
    open: (_, { open }) => open({ type: 'open.telephoneTokenCreate', recordId: undefined, input: {} }),
  },
]

export const tokenName = ({ name }: TelephoneToken) => name || 'this token'

export const revokeToken: WriteAction<TelephoneToken> = {
  action: 'telephone.revokeToken',
  label: 'Revoke',
  open: toDelete('telephoneTokens', tokenName),
}
