import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mailEvent } from '../../contract/extensions/autoresponders'
import { placeholderNames, whyNoTemplate } from '../../contract/forms/mailTemplates'
import { plainText } from './plainText'
import { orderAmounts } from '../../contract/rules/amounts'
import type { MailFacts } from './facts'
import { originalMails } from './originals'
import { longestMail, MailTooLong, renderMail } from './render'

const facts: MailFacts = {
  event: 'order.payment_link.created',
  number: 1042,
  customerFirstName: 'Ada',
  currency: 'EUR',
  subtotalCents: 123_456,
  shippingCents: 1_000,
  taxCents: 24_891,
  taxRate: 20_000,
  pricesIncludeTax: false,
  totalCents: 149_347,
  paidCents: 0,
  refundedCents: 5_000,
  refundCents: 5_000,
  items: [
    { name: 'Tent <big>', quantity: 2, totalCents: 120_000 },
    { name: 'Lamp', quantity: 1, totalCents: 3_456 },
  ],
  address1: '9 Heron Wharf',
  address2: null,
  city: 'Austin',
  state: 'TX',
  postalCode: '78704',
  country: 'US',
  // Still the day before in Chicago.
  createdAt: new Date('2026-03-01T03:00:00Z'),
  timeZone: 'America/Chicago',
  liveUrl: 'https://northwind.example/',
  sellerName: 'Tents & More',
  supportEmail: 'help@tents.example',
  sellerAddress: '1 <Camp> Road\n\nAustin, TX',
  taxNumber: 'TX & 42',
  paidBy: 'Visa ending in 4242',
  paymentLink: 'https://desk.example/pay/a?b=1&c=2',
  receiptLink: 'https://desk.example/pay/r',
  trackingNumber: '1Z 999',
  trackingLink: 'https://carrier.example/1Z',
}
const all = placeholderNames.map((name) => `{{${name}}}`).join('|')

describe('ML-01 EM-05 what an order makes of a template', () => {
  test('every placeholder is filled: the day in the zone of the organization, money in the currency of the order', () => {
    const { html, subject } = renderMail({ subject: 'Order {{order_id}}: {{ order_total }}', body: all }, facts)
    expect(subject).toBe('Order 1042: €1,493.47')
    expect(html.split('|')).toEqual([
      'Ada',
      '1042',
      'February 28, 2026',
      '€1,493.47',
      '2 × Tent &lt;big&gt;: €1,200.00<br>1 × Lamp: €34.56',
      expect.stringMatching(/^<table.*Tent &lt;big&gt;<.*Shipping<.*Tax \(20 %\)<.*Total<.*<\/table>$/),
      '€1,234.56',
      '€10.00',
      '€248.91',
      '€1,493.47',
      '€50.00',
      '9 Heron Wharf',
      '',
      'Austin',
      'TX',
      '78704',
      'US',
      'https://northwind.example/',
      'https://desk.example/pay/a?b=1&amp;c=2',
      '1Z 999',
      'https://carrier.example/1Z',
      'https://desk.example/pay/r',
      'Tents &amp; More',
      'Tents &amp; More<br>1 &lt;Camp&gt; Road<br>Austin, TX<br>Tax number TX &amp; 42<br><a href="mailto:help@tents.example">help@tents.example</a><br><a href="https://northwind.example/">https://northwind.example/</a>',
      expect.stringContaining('<a href="https://desk.example/pay/a?b=1&amp;c=2"'),
    ])
  })

  test('a hostile name stays text, in an attribute too, and fills in nothing by itself', () => {
    const customerFirstName = `"><img src=x onerror='alert(1)'>{{payment_link}}`
    const body = '<p title="{{customer_first_name}}">{{customer_first_name}}</p>'
    const { html, text } = renderMail({ subject: '{{customer_first_name}}', body }, { ...facts, customerFirstName })
    const name = '&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;{{payment_link}}'
    expect(html).toBe(`<p title="${name}">${name}</p>`)
    expect(text).toBe(`${customerFirstName}\n`)
  })

  test('whatever a name is, the subject is one line and the body has the tags of its template alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const hostile = { ...facts, customerFirstName: `${name}\r\nBcc: all@evil.example\u2028` }
        const { subject, html } = renderMail(
          { subject: 'Hi {{customer_first_name}}', body: '<b>{{customer_first_name}}</b>' },
          hostile,
        )
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
        expect(subject.length).toBeLessThanOrEqual(500)
        expect(html.match(/[<>]/g)).toEqual(['<', '>', '<', '>'])
      }),
    )
  })

  test('an address that is none of the web leads nowhere', () => {
    const made = renderMail(
      { subject: '', body: '<a href="{{payment_link}}">x</a>' },
      { ...facts, paymentLink: 'javascript:alert(1)' },
    )
    expect(made.html).toBe('<a href="">x</a>')
  })
})

/** The cents that a mail prints behind each of its lines, from its first sum to its last. */
function printed(text: string): [term: string, cents: number][] {
  return [...text.matchAll(/^(.+?) (-?)€([\d,]+\.\d\d)$/gm)].map(([, term = '', sign, amount = '']) => [
    term,
    (sign === '-' ? -1 : 1) * Math.round(Number(amount.replaceAll(',', '')) * 100),
  ])
}
const sums = new Set(['Total', 'To be paid', 'Paid', 'Paid (Visa ending in 4242)', 'Paid after refunds'])

const lines = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 9 }),
    unitPrice: fc.integer({ min: 0, max: 200_000 }),
    shipPrice: fc.constantFrom(0, 499, 1_250),
  }),
  { minLength: 1, maxLength: 5 },
)

describe.each(mailEvent.options)('ML-04 the original mail of %s', (event) => {
  test('adds up, line by line, to what is charged, whatever tax and shipping are', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom(0, 8_250, 19_000), fc.boolean(), fc.nat(), (priced, taxRate, isIn, share) => {
        const terms = { currency: 'EUR', taxRate, pricesIncludeTax: isIn }
        const amounts = orderAmounts(priced, terms)
        const isLink = event === 'order.payment_link.created'
        const part = amounts.total === 0 ? 0 : share % amounts.total
        const paidCents = isLink ? part : amounts.total
        const refundedCents = event === 'order.refunded' ? part : 0
        const refundCents = Math.ceil(refundedCents / 2)
        const order: MailFacts = {
          ...facts,
          ...terms,
          event,
          items: priced.map(({ quantity }, index) => ({
            name: `Item ${index}`,
            quantity,
            totalCents: amounts.lines[index]?.total ?? 0,
          })),
          subtotalCents: amounts.subtotal,
          shippingCents: amounts.shippingTotal,
          taxCents: amounts.taxTotal,
          totalCents: amounts.total,
          paidCents,
          refundedCents,
          refundCents,
        }
        const { text } = renderMail(originalMails[event], order)
        expect(text).toContain('Tents & More')
        const rows = printed(text)
        const wrong: object[] = []
        let sum = 0
        for (const [term, cents] of rows) {
          if (sums.has(term)) wrong.push(...(cents === sum ? [] : [{ term, cents, sum }]))
          else if (!term.startsWith('Included tax')) sum += cents
        }
        expect(wrong).toEqual([])
        const said = new Map(rows)
        expect(said.get('Total')).toBe(amounts.total)
        expect(sum).toBe(isLink ? amounts.total - paidCents : amounts.total - refundedCents)
        expect(said.get('Refunded now')).toBe(event === 'order.refunded' ? 0 - refundCents : undefined)
      }),
    )
  })

  test('has a button: to its page, else to the seller, else none that leads nowhere', () => {
    const page = {
      paymentLink: 'https://a.example/1',
      receiptLink: 'https://a.example/1',
      trackingLink: 'https://a.example/1',
    }
    const none = { paymentLink: '', receiptLink: '', trackingLink: '' }
    const buttonOf = (more: Partial<MailFacts>) =>
      / href="([^"]*)" style/.exec(renderMail(originalMails[event], { ...facts, event, ...more }).html)?.[1]
    expect(buttonOf(page)).toBe('https://a.example/1')
    expect(buttonOf(none)).toBe(facts.liveUrl)
    expect(buttonOf({ ...none, liveUrl: 'javascript:alert(1)' })).toBe('mailto:help@tents.example')
    expect(buttonOf({ ...none, liveUrl: '', supportEmail: '' })).toBeUndefined()
  })

  test('can be kept as it is in a form', () => {
    const { subject, body } = originalMails[event]
    expect([whyNoTemplate(subject), whyNoTemplate(body)]).toEqual([undefined, undefined])
  })
})

test('ML-01 a mail has its longest; who wrote its template reads what to do', () => {
  const items = Array.from({ length: 500 }, () => ({ name: '<'.repeat(200), quantity: 1, totalCents: 1 }))
  const made = renderMail({ subject: '{{order_items}}', body: '{{order_items}}' }, { ...facts, items })
  expect(made.subject).toHaveLength(250)
  const body = '{{order_items}}'.repeat(3_000)
  expect(() => renderMail({ subject: '', body }, { ...facts, items })).toThrow(MailTooLong)
  expect(() => renderMail({ subject: '', body }, { ...facts, items })).toThrow(
    /1,000,000 characters\. Shorten its template/,
  )
  expect(renderMail({ subject: '', body: 'a'.repeat(longestMail) }, facts).html).toHaveLength(longestMail)
})

test.each([
  ['<p>Hello</p><p>World</p>', 'Hello\n\nWorld\n'],
  ['<a href="https://a.example/?b=1&amp;c=2">Pay <b>now</b></a>', 'Pay now: https://a.example/?b=1&c=2\n'],
  ['<a href="https://a.example">https://a.example</a>', 'https://a.example\n'],
  ['<ul><li>One</li><li>Two</li></ul>', '- One\n\n- Two\n'],
  ['<!doctype html><html><head><title>No</title></head><body>a<br>b<script>no()</script></body>', 'a\nb\n'],
  ['1 &lt; 2 &amp;lt; 3 &#39;', "1 < 2 &lt; 3 '\n"],
  ['<!-- never closed', '\n'],
  [
    '<a href="https://a.example">One<a href="https://b.example">Two</a>',
    'One: https://a.exampleTwo: https://b.example\n',
  ],
  [
    '<a href="https://a.example"><img src="x"></a> <A HREF=\'https://b.example\'>b<br>c</A>',
    'https://a.example b c: https://b.example\n',
  ],
  ['1 < 2 <p and no end', '1 < 2 <p and no end\n'],
  ['<style>p { color: red }</STYLE >a<title>never closed', 'a\n'],
])('ML-01 the plain text of %s', (html, text) => expect(plainText(html)).toBe(text))

test.each([
  [all, undefined],
  ['no placeholder', undefined],
  ['{{ order_id }}', undefined],
  ['{{order_idd}}', 'There is no placeholder {{order_idd}}'],
  ['{{constructor}}', 'There is no placeholder {{constructor}}'],
  ['{{}}', 'There is no placeholder {{}}'],
  ['{{order_id', 'A placeholder is opened by {{ and never closed'],
  ['{{order_items}}'.repeat(3), undefined],
  ['{{order_items}}'.repeat(4), 'At most 3 times {{order_items}}'],
  ['{{order_id}}'.repeat(200), undefined],
  ['{{order_id}}'.repeat(201), 'At most 200 placeholders'],
])('ML-02 whether the template %s can be saved', (template, why) => expect(whyNoTemplate(template)).toBe(why))
