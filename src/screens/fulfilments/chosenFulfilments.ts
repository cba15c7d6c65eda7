import { createContext, useContext } from 'react'
import type { Fulfilment } from '../../../contract/fulfilments'

/** The parcels that are chosen, on whatever page they are, by their ids. */
export interface ChosenFulfilments {
  chosen: ReadonlyMap<string, Fulfilment>
  toggle: (fulfilment: Fulfilment) => void
}

export const ChosenContext = createContext<ChosenFulfilments>({ chosen: new Map(), toggle: () => undefined })

export const useChosen = () => useContext(ChosenContext)
