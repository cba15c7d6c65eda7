import { Tap } from '../../machines/qa/record/tap'

/** Sees what every actor of this page does; whoever creates an actor passes `inspect: tap.observe`. */
export const tap = new Tap()
