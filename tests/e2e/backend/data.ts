/** A record as another team may keep it: what it needs, and some of which we know nothing. */
export type Record_ = Record<string, unknown> & { id: string }

export interface Data {
  users: { email: string; password: string; name: string; orgs: string[] }[]
  organizations: Record_[]
  campaigns: Record_[]
  offers: Record_[]
  products: Record_[]
  customers: Record_[]
  gateways: Record_[]
  plugins: Record_[]
  autoresponders: Record_[]
  orders: Record_[]
}

const at = (day: number) => new Date(Date.UTC(2026, 0, day, 9, 30, 0)).toISOString()

const offersOf = (campaignId: string, count: number): Record_[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `off_${campaignId}_${index + 1}`,
    campaignId,
    displayName: `Offer ${String(index + 1).padStart(3, '0')}`,
    basePrice: 10 + index,
    quantity: 100 + index,
    quantityPerOrder: 1,
    createdAt: at(1 + (index % 27)),
    // Every second offer lacks what is optional.
    ...(index % 2 === 0 ? { shipPrice: 4.5, minPrice: 5, maxPrice: 900, maxQuantity: 3, updatedAt: at(28) } : {}),
    warehouse: { shelf: index },
  }))

export const newData = (): Data => ({
  users: [
    { email: 'ann@one.example', password: 'ann-password', name: 'Ann Archer', orgs: ['org_1', 'org_2'] },
    { email: 'bob@two.example', password: 'bob-password', name: 'Bob Barker', orgs: ['org_3'] },
  ],
  organizations: [
    { id: 'org_1', name: 'First Org', plan: 'gold' },
    { id: 'org_2', name: 'Second Org', plan: 'free' },
    { id: 'org_3', name: 'Third Org' },
  ],
  campaigns: [
    {
      id: 'cmp_1',
      organizationId: 'org_1',
      name: 'Spring Launch',
      category: 'Garden',
      status: 'active',
      type: 'Seasonal',
      startDate: '2026-03-01',
      endDate: '2026-05-31',
      termsOfService: 'Terms line one.\nTerms line two.',
      mustAgreeToTerms: true,
      internalNote: 'Call back on Fridays.',
      colour: 'teal',
    },
    { id: 'cmp_2', organizationId: 'org_1', name: 'Bare Campaign', status: 'completed' },
    { id: 'cmp_3', organizationId: 'org_2', name: 'Second Org Secret', status: 'active' },
    { id: 'cmp_4', organizationId: 'org_1', name: 'Small Campaign', status: 'active' },
  ],
  offers: [...offersOf('cmp_1', 95), ...offersOf('cmp_4', 3), ...offersOf('cmp_3', 2)],
  customers: [],
  products: Array.from({ length: 30 }, (_, index) => ({
    id: `prd_${index + 1}`,
    organizationId: 'org_1',
    name: `Product ${index + 1}`,
  })),
  gateways: [
    { id: 'gtw_1', displayName: 'Main Gateway', organizationId: 'org_1', kind: 'card' },
    { id: 'gtw_2', displayName: 'Spare Gateway', organizationId: 'org_1' },
  ],
  plugins: [
    { id: 'plg_1', instance: { id: 'ins_1', name: 'Mailer One', region: 'eu' } },
    { id: 'plg_2', instance: { id: 'ins_2', name: 'Mailer Two' } },
  ],
  autoresponders: [
    {
      id: 'aut_1',
      campaignId: 'cmp_1',
      from: 'hello@one.example',
      event: 'order.completed',
      subject: 'Thank you',
      pluginInstance: { name: 'Mailer One' },
      createdAt: at(5),
    },
  ],
  orders: [
    {
      id: 'ord_1',
      token: 'tok-open',
      number: 'A-17',
      total: 42.5,
      currency: 'EUR',
      items: [{ name: 'Rake', quantity: 2, unitPrice: 21.25, total: 42.5 }],
    },
    { id: 'ord_2', token: 'tok-bare' },
  ],
})
