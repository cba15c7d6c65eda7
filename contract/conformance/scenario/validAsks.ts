import type { Ask } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import type { Row } from '../engine/listing'
import type { World } from '../engine/world'
import { offerBody } from './offerBasics'

/** What the run may change without harm: an offer and a customer of its own, and fields that are sent as they are. */
export interface Scratch {
  offer: Row | undefined
  customer: Row | undefined
  campaign: Row | undefined
  campaignFields: Readonly<Record<string, unknown>>
  user: Readonly<Record<string, unknown>>
}

/** An address may have to be confirmed before it changes, so that it is never sent for its own sake. */
const withoutEmail = ({ email: _email, ...fields }: Fields): Fields => fields

/** A request of every call that the contract allows and the server could accept; undefined for what there is none. */
export function validAsk(world: World, scratch: Scratch, name: string): Ask | undefined {
  const { first, marker } = world
  const { organizationId } = first
  const { campaign, campaignFields, customer, offer } = scratch
  const [product] = first.products
  const campaignId = campaign?.id ?? first.workplace?.id
  const inCampaign = campaignId === undefined ? undefined : { campaignId }
  const toCustomer = customer && { params: { customerId: customer.id } }
  const nobody = `${marker}@unknown.offerdesk.example`
  const token = `${marker}-never-given-out-00000000000000`
  const password = `${marker}-Passw0rd`
  switch (name) {
    case 'users.login':
      return { body: { email: nobody, password } }
    case 'users.startPasswordReset':
    case 'users.signup':
      return { body: { email: nobody } }
    case 'users.resetPassword':
      return { body: { email: nobody, password, token } }
    case 'users.completeSignup':
      return { body: { password, name: 'Nobody', token } }
    case 'users.update':
      return { body: withoutEmail(scratch.user) }
    case 'users.logout':
      return { body: {} }
    case 'campaigns.get':
    case 'autoresponders.listEmail':
      return inCampaign && { params: inCampaign }
    case 'campaigns.update':
      return campaign && { params: { campaignId: campaign.id }, body: campaignFields }
    case 'offers.create':
      return (
        first.workplace &&
        product && { params: { campaignId: first.workplace.id }, body: offerBody(first, `${marker} not wanted`) }
      )
    case 'offers.update':
      return offer && { params: { offerId: offer.id }, body: { quantity: 99 } }
    case 'offers.delete':
      return offer && { params: { offerId: offer.id } }
    case 'customers.create':
      return { body: { organizationId, firstName: `${marker} not wanted`, email: nobody } }
    case 'customers.get':
    case 'customers.delete':
      return toCustomer
    case 'customers.update':
      return toCustomer && { ...toCustomer, body: { note: 'not wanted' } }
    case 'customers.restore':
      return toCustomer && { ...toCustomer, body: {} }
    case 'gateways.listInstances':
    case 'plugins.listInstalled':
      return { query: { organizationId } }
    case 'autoresponders.createEmail': {
      const [plugin] = first.plugins
      const mail = {
        subject: `${marker} not wanted`,
        body: '<p>x</p>',
        event: 'order.completed',
        from: 'checker@offerdesk.example',
      }
      return plugin && inCampaign && { params: inCampaign, body: { ...mail, pluginInstanceId: plugin.id } }
    }
    case 'orders.getByToken':
      return { params: { token } }
    case 'search.search':
      return { body: { organizationId, resource: 'offers' } }
    default:
      return {}
  }
}
