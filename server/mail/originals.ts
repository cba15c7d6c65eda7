import type { MailEvent } from '../../contract/extensions/autoresponders'
import { lifetimeText } from '../auth/lifetimes'
import type { Template } from './render'

const mail = (heading: string, text: string) => `<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px 12px;background:#f4f4f5;color:#18181b;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;overflow-wrap:anywhere">
<p style="margin:0;color:#52525b">{{seller_name}}</p>
<h1 style="margin:0 0 16px;font-size:22px">${heading}</h1>
<p>Hello {{customer_first_name}},</p>
${text}
{{mail_button}}
{{order_summary}}
<p style="margin:24px 0 0;color:#52525b">{{seller_details}}</p>
</div>
</body>
</html>
`

/** What every organization begins with (ML-04). */
export const originalMails: Readonly<Record<MailEvent, Template>> = {
  'order.payment_link.created': {
    subject: 'Pay for order {{order_id}}',
    body: mail(
      'Your order {{order_id}}',
      `<p>your order of {{order_date}} is ready to be paid. The link expires in ${lifetimeText('paymentLink')}.</p>`,
    ),
  },
  'order.completed': {
    subject: 'Receipt of order {{order_id}}',
    body: mail(
      'Thank you for your order',
      '<p>we have received your payment for order {{order_id}} of {{order_date}}.</p>',
    ),
  },
  'order.tracking_number.assigned': {
    subject: 'Order {{order_id}} is on its way',
    body: mail(
      'Your order is on its way',
      '<p>a parcel of order {{order_id}} has the tracking number <strong>{{tracking_number}}</strong>.</p>',
    ),
  },
  'order.refunded': {
    subject: 'Refund of order {{order_id}}',
    body: mail(
      'Your refund',
      '<p>we have refunded <strong>{{refund_amount}}</strong> of order {{order_id}}. It may take your bank some days to show it.</p>',
    ),
  },
}
