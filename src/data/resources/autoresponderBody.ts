import type { AutoresponderEvent } from '../../../contract/autoresponders'

// The placeholders are filled, and escaped, by the backend when it sends the mail (EM-05).

const order = `<p>Order {{order_id}} of {{order_date}}</p>
<p>{{order_items}}</p>
<p>Total: {{order_total}}</p>`

const shippingAddress = `<p>{{shipping_address1}}<br>{{shipping_address2}}<br>
{{shipping_postal_code}} {{shipping_city}}<br>{{shipping_state}} {{shipping_country}}</p>`

const mail = (content: string) => `<!doctype html>
<html lang="en">
<body>
<p>Hello {{customer_first_name}},</p>
${content}
<p><a href="{{live_url}}">{{live_url}}</a></p>
</body>
</html>
`

const bodies: Record<AutoresponderEvent, string> = {
  'order.completed': mail(`<p>thank you for your order. We ship it to:</p>
${shippingAddress}
${order}`),
  'order.tracking_number.assigned': mail(`<p>your order is on its way. Its tracking number is {{tracking_number}}.</p>
${order}
<p>It goes to:</p>
${shippingAddress}`),
  'order.payment_link.created': mail(`<p>your order is ready to be paid:</p>
<p><a href="{{payment_link}}">Pay order {{order_id}}</a></p>
<p>This link expires in 1 day.</p>
${order}`),
}

/** The HTML template of the mail that answers an event, with its placeholders (EM-05). */
export const autoresponderBody = (event: AutoresponderEvent): string => bodies[event]
