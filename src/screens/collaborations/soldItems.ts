import type { SoldOrder } from '../../../contract/extensions/collaborations'

/** What was sold, such as '2 × Trail lamp'. */
export const itemsText = ({ items }: Pick<SoldOrder, 'items'>): string =>
  (items ?? []).map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
