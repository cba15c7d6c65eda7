import { expect, test } from 'vitest'
import { contract } from '..'
import { type AgentPermissions, standardPermissions } from '../agentPermissions'
import { type Action, dutyOf, membershipOf, whyForbidden } from '../permissions'
import { type About, duties, type Duty, type Relation, type Role } from './duties'

const roles: readonly Role[] = ['owner', 'agent']
const relations: readonly (Relation | undefined)[] = ['own', 'campaign', 'anybody', undefined]
const settings: readonly AgentPermissions[] = [
  standardPermissions,
  { refundLimit: 20, changesOffers: true, seesAllOrders: false, exports: true, sharesViews: true },
]

interface Route {
  method: string
  metadata: { auth: string; reads?: boolean }
}
/** Every write in an organization, as the contract has them. */
const actions = Object.entries(contract).flatMap(([resource, routes]) =>
  Object.entries(routes as Record<string, Route>)
    .filter(([, { method, metadata }]) => method !== 'GET' && metadata.auth === 'user' && metadata.reads !== true)
    .flatMap(([write]) => (resource === 'users' ? [] : [`${resource}.${write}` as Action])),
)

/** Who does what beside the owners, written once more by hand: of duties that are not here nobody does. */
const byAgents: { readonly [Name in Duty]?: (agents: AgentPermissions, relation: Relation | undefined) => boolean } = {
  offers: ({ changesOffers }) => changesOffers,
  refunds: ({ refundLimit }) => refundLimit > 0,
  exports: ({ exports }) => exports,
  sharedViews: ({ sharesViews }) => sharesViews,
  views: () => true,
  campaignMails: (_, relation) => relation === 'campaign' || relation === 'own',
  orders: () => true,
  fulfilments: () => true,
  stock: () => true,
  customers: () => true,
  calls: () => true,
  reports: () => true,
  sheets: () => true,
  bulk: () => true,
  mails: () => true,
  leaving: () => true,
}

test('ST-02 GE-05 every action is judged by role, relation and settings, in a sentence that names what is done', () => {
  let cells = 0
  for (const action of actions) {
    for (const role of roles) {
      for (const agents of settings) {
        for (const relation of relations) {
          cells += 1
          const why = whyForbidden({ role, agents }, action, { relation })
          const may = role === 'owner' || byAgents[dutyOf(action)]?.(agents, relation) === true
          expect([action, role, agents, relation, why === undefined]).toEqual([action, role, agents, relation, may])
          expect(why ?? `can ${duties[dutyOf(action)].doing}.`).toContain(`can ${duties[dutyOf(action)].doing}.`)
        }
      }
    }
  }
  expect(cells).toBe(actions.length * roles.length * settings.length * relations.length)
})

test('SE-12 no sentence says what the person who reads it is', () => {
  const sentences = actions.map((action) => whyForbidden({ role: 'agent', agents: standardPermissions }, action) ?? '')
  expect(sentences.filter((sentence) => /agent|role/i.test(sentence))).toEqual([])
})

test('ST-02 of an order agents give back what is settled, all refunds together', () => {
  const agent = { role: 'agent', agents: { ...standardPermissions, refundLimit: 20.01 } } as const
  const refunding = (amount: number): About => ({ refunded: { amount, currency: 'USD' } })
  expect(whyForbidden(agent, 'orders.refund', refunding(2_001))).toBeUndefined()
  expect(whyForbidden(agent, 'orders.refund', refunding(2_002))).toBe(
    'You can refund $20.01 of an order at most. An owner can refund more.',
  )
  expect(whyForbidden({ ...agent, role: 'owner' }, 'orders.refund', refunding(2_002))).toBeUndefined()
})

test('GE-11 a backend that does not tell what a person is, or what agents may do, is the judge', () => {
  const organization = { id: '1', name: 'Northwind Supply' }
  for (const told of [undefined, organization, { ...organization, role: 'agent' as const }])
    expect(whyForbidden(membershipOf(told), 'gateways.create')).toBeUndefined()
  const told = { ...organization, role: 'agent' as const, agents: standardPermissions }
  expect(whyForbidden(membershipOf(told), 'gateways.create')).toBe('Only an owner can change gateways.')
})
