import type { Broken, Constraint } from './invalid'

/** What specification.md says of requests, by call and field; other constraints are the contract's own. */
const promised: Record<string, Record<string, readonly Constraint[]>> = {
  'search.search': {
    organizationId: ['missing', 'type'],
    resource: ['missing', 'type', 'enum'],
    limit: ['below', 'type'],
    page: ['below', 'type'],
    '': ['whole', 'empty'],
  },
  'offers.create': {
    organizationId: ['missing', 'type'],
    productId: ['missing', 'type'],
    displayName: ['type'],
    quantity: ['missing', 'type', 'below'],
    basePrice: ['missing', 'type', 'below'],
    shipPrice: ['type', 'below'],
    minPrice: ['type', 'below'],
    maxPrice: ['type', 'below', 'together'],
    maxQuantity: ['type', 'below', 'integer'],
    '': ['whole', 'empty'],
  },
  'offers.update': {
    displayName: ['type'],
    quantity: ['type', 'below'],
    basePrice: ['type', 'below'],
    shipPrice: ['type', 'below'],
    minPrice: ['type', 'below'],
    maxPrice: ['type', 'below'],
    maxQuantity: ['type', 'below'],
    '': ['empty'],
  },
  'campaigns.update': { name: ['type'], status: ['type', 'enum'], mustAgreeToTerms: ['type'], '': ['empty'] },
  'autoresponders.createEmail': {
    subject: ['missing', 'type'],
    from: ['missing', 'type', 'form'],
    event: ['type', 'enum'],
    body: ['type'],
    '': ['whole', 'empty'],
  },
  'users.login': { email: ['missing', 'type'], password: ['missing', 'type'], '': ['whole', 'empty'] },
  'users.startPasswordReset': { email: ['missing', 'type'], '': ['whole', 'empty'] },
  'users.resetPassword': { email: ['missing'], password: ['missing'], token: ['missing'], '': ['whole', 'empty'] },
  'users.signup': { email: ['missing', 'type'], '': ['whole', 'empty'] },
  'users.completeSignup': { password: ['missing'], '': ['whole', 'empty'] },
  'users.update': { name: ['type'] },
}

/**
 * Whether a backend that has only the specification must refuse the body. A wrong type counts only where nothing can
 * be made of the value.
 */
export function isPromised(call: string, { field, constraint, what }: Broken): boolean {
  if (constraint === 'type' && what === 'a number') return false
  if (constraint === 'form' && what === 'blanks alone') return false
  if (constraint === 'whole' && what === 'null') return false
  return promised[call]?.[field]?.includes(constraint) ?? false
}
