import { getRouteApi } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { packingList } from '../../../styled-system/recipes/packing-list'
import type { FulfilmentRecord } from '../../../contract/extensions/fulfilments'
import { addressLines } from '../../components/base/addressLines'
import { Button } from '../../components/base/Button'
import { EmptyState } from '../../components/base/EmptyState'
import { ErrorState } from '../../components/base/ErrorState'
import { formatCount } from '../../components/base/format'
import { LoadingState } from '../../components/base/LoadingState'
import { PageHeader } from '../../components/base/PageHeader'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { useApp, useSession } from '../../app/context'
import { readPackingList } from '../../data/resources/fulfilments'
import { useList } from '../../data/useList'
import { BackLink } from '../layout/BackLink'

const route = getRouteApi('/_signedIn/fulfilments/packing')

/** What goes into the chosen parcels and where they go, a page each when it is printed (FU-02). A backend of the twenty calls has none. */
export default function PackingScreen() {
  const { extensions } = useApp().config
  const { ids = '' } = route.useSearch()
  const back = <BackLink to="/fulfilments" />
  if (!extensions) return <EmptyState title="This backend does not offer packing lists." level={1} actions={back} />
  return (
    <>
      <PageHeader
        title="Packing list"
        within="Fulfilments"
        back={back}
        actions={
          <Button variant="solid" onClick={() => window.print()}>
            Print
          </Button>
        }
      />
      <PackingList key={ids} ids={ids.split(',').filter((id) => id !== '')} />
    </>
  )
}

function PackingList({ ids }: { ids: readonly string[] }) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const list = useList('packing', readPackingList(api, organizationId, ids))
  const state = useSelector(list, (snapshot) => snapshot)
  if (state.matches('loading')) return <LoadingState />
  if (state.matches('failed'))
    return <ErrorState message="Error fetching packing list" onRetry={() => list.send({ type: 'list.retry' })} />
  if (state.matches('empty')) return <EmptyState title="No parcels are chosen." level={2} />
  const { rows } = state.context
  return rows.map((fulfilment) => (
    <PackedContents key={fulfilment.id} fulfilment={fulfilment} name={nameAmong(rows, fulfilment)} />
  ))
}

/** Several parcels of one order are told from one another. */
function nameAmong(rows: readonly FulfilmentRecord[], { id, orderNumber }: FulfilmentRecord): string {
  const same = rows.filter((one) => one.orderNumber === orderNumber)
  const place = same.findIndex((one) => one.id === id) + 1
  return same.length === 1 ? `Order #${orderNumber}` : `Order #${orderNumber}, parcel ${place} of ${same.length}`
}

function PackedContents({ fulfilment, name }: { fulfilment: FulfilmentRecord; name: string }) {
  const styles = packingList()
  const tracked = [fulfilment.carrier, fulfilment.trackingNumber].filter(Boolean).join(' ')
  return (
    <section className={styles.fulfilment} aria-label={name}>
      <h2 className={styles.title}>{name}</h2>
      <address className={styles.address}>
        {[fulfilment.customerName, ...addressLines(fulfilment.shippingAddress)].filter(Boolean).join('\n')}
      </address>
      {tracked !== '' && <p>{tracked}</p>}
      <SimpleTable
        label="Contents"
        columns={['Item', 'SKU', 'Quantity']}
        rows={fulfilment.contents.map(({ orderItemId, name, sku, quantity }) => ({
          id: orderItemId,
          cells: [name, sku || '-', formatCount(quantity)],
          note: sku ?? undefined,
        }))}
        totals={[{ term: 'Pieces', amount: formatCount(fulfilment.units) }]}
      />
    </section>
  )
}
