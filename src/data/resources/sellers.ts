import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { Seller } from '../../../contract/extensions/sellers'
import type { Api } from '../api'
import type { Read } from '../cache'
import { upon } from '../../../contract/versions'
import { type ActorsOf, someFields } from '../flowActors'
import type { Rows } from './rows'
import { wholeList } from './wholeList'

/** Who sells in an organization: there is one (PY-06). */
export const readSellers = ({ extended }: Api, organizationId: string | undefined): Read<Rows<Seller>> =>
  wholeList<Seller>('sellers', organizationId, async (asked) => {
    const { reads } = await extended('sellers')
    return answer(await reads.sellers.list.query(asked)).data
  })

export const sellerActors = ({ extended }: Api): ActorsOf<'sellerEdit'> => ({
  saveSeller: fromPromise(async ({ input: { id, version, fields } }) => {
    const { sellers } = (await extended('sellers')).client
    await sellers.update({ params: pathParams({ sellerId: id }), ...upon(version), body: someFields(fields) })
  }),
})
