import { answer, isRecord, isSuccess, parsed, valueAt, withBody } from '../exchange'
import { admits, answers, fault, on, replies, requests } from '../make'

const done = answer(200, { data: { success: true, message: 'Done' } })

/** Who is in an organization, and which systems are let in. */
export const members = [
  fault(
    'member-removed-stays',
    'who was removed is still there',
    on('members.remove', async () => done),
  ),
  fault(
    'member-never-last',
    'nobody is told to be the last owner',
    answers('members.list', 'data.*.isLastOwner', () => false),
  ),
  fault('agents-list-members', 'agents are told who belongs to the organization', admits('members.list', [403])),
  fault(
    'role-in-name',
    'who becomes an owner changes no settings',
    requests('members.setRole', 'role', () => 'agent'),
  ),
  fault(
    'telephone-revoked-works',
    'a telephone system that was revoked is let in',
    on('telephone.revokeToken', async () => done),
  ),
  fault(
    'telephone-knows-nobody',
    'a telephone call is with nobody that is known',
    answers('telephone.startCall', 'data.customerId', () => null),
  ),
  fault(
    'telephone-never-used',
    'no telephone system was ever used',
    answers('telephone.tokens', 'data.*.lastUsedAt', () => null),
  ),
]

/** What is found by a few letters, read from a spreadsheet, or taken back. */
export const foundAndRead = [
  fault(
    'find-no-phones',
    'no customer is found among all kinds by a phone',
    on('search.find', async (exchange) => {
      const reply = await exchange.send()
      const isPhone = /^[\s\d()+.-]{7,}$/.test(exchange.query.get('q') ?? '')
      const data = valueAt(parsed(reply.text), 'data')
      return isPhone && isSuccess(reply) && isRecord(data)
        ? withBody(reply, { data: { ...data, customers: [] } })
        : reply
    }),
  ),
  fault(
    'find-names-backwards',
    'what begins with the letters comes last',
    replies('search.find', (reply) => {
      const data = valueAt(parsed(reply.text), 'data')
      if (!isRecord(data) || !Array.isArray(data['campaigns'])) return reply
      return withBody(reply, { data: { ...data, campaigns: data['campaigns'].toReversed() } })
    }),
  ),
  fault(
    'find-no-skus',
    'products are told without their SKUs',
    answers('search.find', 'data.products.*.sku', () => null),
  ),
  fault(
    'import-no-country',
    'the countries of imported customers are not read',
    requests('sheetImports.addLines', 'lines.*.cells.country', () => ''),
  ),
  fault(
    'offer-not-restored',
    'an offer that is restored is told to be there, and is not',
    on('offers.restore', async (exchange) => {
      const reply = await exchange.send()
      const id = exchange.path.split('/')[4] ?? ''
      const token = exchange.headers['authorization']?.slice(7) ?? ''
      if (isSuccess(reply)) await exchange.ask('DELETE', `/api/v1/offers/${id}`, token)
      return { ...reply }
    }),
  ),
]
