import { recordOf, type Row } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Shop, World } from '../engine/world'
import { previewsNewest } from './mailTexts'
import { linkTo } from './paying'
import { from, mailsOf, sentMail } from './providers'

/** A link that is mailed is in the mail, and opens the order. */
export async function checkLinkMail(run: Run, { marker }: World, shop: Shop, order: Row, provider: Row): Promise<void> {
  const event = 'order.payment_link.created'
  const body = {
    subject: `${marker} pay`,
    body: '<p>{{payment_link}}</p>',
    pluginInstanceId: provider.id,
    event,
    from,
  }
  const params = { campaignId: shop.campaign.id }
  const made = recordOf(await run.succeed('mails.link', 'autoresponders.createEmail', { params, body }))
  const sent = async () => {
    const { rows } = await mailsOf(run, shop, { orderId: order.id })
    return rows.filter((mail) => mail['event'] === event)
  }
  await previewsNewest(run, shop, { params: { autoresponderId: made.id } })
  const quiet = await linkTo(run, shop, order.id)
  const none = (await sent()).length
  run.verify('mails.link', quiet.exchange, none === 0, 'no mail of a link that was not to be mailed', `${none}`)
  const { token, link, exchange } = await linkTo(run, shop, order.id, { mail: true })
  const isMailed = link['mailedTo'] === shop.customer['email'] && link['state'] === 'mailed'
  run.verify('mails.link', exchange, isMailed, 'a link that was mailed to the customer', String(link['mailedTo']))
  const mails = await sent()
  run.verify('mails.link', exchange, mails.length === 1, 'one mail', `${mails.length}`)
  const [mail] = mails
  if (mail !== undefined) {
    const to = { params: { mailId: mail.id } }
    // Of the order alone, as neither its receiver nor its subject has the number.
    const { rows, exchange: found } = await mailsOf(run, shop, { q: String(order['number']) })
    run.verify(
      'mails.list',
      found,
      rows.some(({ id }) => id === mail.id),
      'the mail by the number of its order',
    )
    const read = await sentMail(run, 'mails.link', to)
    const isThere = ['delivered', 'kept'].includes(String(recordOf(read)['state']))
    run.verify('mails.link', read, isThere, 'a mail that is delivered or kept', String(recordOf(read)['state']))
    run.verify('mails.link', read, String(recordOf(read)['mailHtml']).includes(token), 'the link in the mail')
    run.verify('mails.link', read, !JSON.stringify(mails).includes(token), 'no link in the list of mails')
  }
  await run.succeed('autoresponders.delete', 'autoresponders.delete', { params: { autoresponderId: made.id } })
}
