import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { CollaborationRecord } from '../../../contract/extensions/collaborations'
import { begunOrder } from '../../../contract/forms/partnerSales'
import { useFlowAtAddress } from '../../app/useFlowAtAddress'
import { salePanel } from './actions'

interface SaleAtAddressProps {
  collaboration: CollaborationRecord
  campaignId: string
}

const parameters = ['sell']

/** Selling, open for as long as the address asks for it; give it what the address asks for as its key. */
export function SaleAtAddress({ collaboration, campaignId }: SaleAtAddressProps) {
  const router = useRouter()
  // As it was when it was asked for: what becomes of the record meanwhile begins nothing anew.
  const [asked] = useState(() => {
    const begun = begunOrder.safeParse(router.history.location.state.begun).data
    return salePanel(collaboration, { campaignId, ...begun })
  })
  useFlowAtAddress(asked, parameters)
  return null
}
