import { describe, expect, test } from 'vitest'
import { emptyLine, goodsAndShipping } from './partnerSales'

const offer = (id: string, shipPrice: number | null) => ({ id, displayName: id, currency: 'USD', shipPrice })
const offers = [offer('lamp', 7.95), offer('card', null)]
const line = (offerId: string, quantity: string, unitPrice: string) => ({
  ...emptyLine([]),
  offerId,
  quantity,
  unitPrice,
})

describe('CO-02 what a partner says on the phone before the order is placed', () => {
  test('goods by their quantities, and the shipping of each line once', () => {
    expect(goodsAndShipping([line('lamp', '2', '21.60')], offers)).toEqual({ goods: 4320, shipping: 795 })
    expect(goodsAndShipping([line('lamp', '1', '0.10'), line('card', '3', '0.20')], offers)).toEqual({
      goods: 70,
      shipping: 795,
    })
  })

  test('nothing while a line can not be sold as it is typed', () => {
    const wrong = [line('', '1', '1'), line('lamp', '1.5', '1'), line('lamp', '1', ''), line('gone', '1', '1')]
    for (const one of wrong) expect(goodsAndShipping([line('card', '1', '1'), one], offers)).toBeUndefined()
    expect(goodsAndShipping([], offers)).toBeUndefined()
  })
})
