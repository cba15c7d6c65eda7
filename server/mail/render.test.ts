import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeholderNames, whyNoTemplate } from '../../contract/forms/mailTemplates'
import { plainText } from './plainText'
import { longestMail, type MailFacts, MailTooLong, renderMail } from './render'

const facts: MailFacts = {
  number: 1042,
  customerFirstName: 'Ada',
  currency: 'EUR',
  totalCents: 123_456,
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
  paymentLink: 'https://desk.example/pay/a?b=1&c=2',
  trackingNumber: '1Z 999',
}
const all = placeholderNames.map((name) => `{{${name}}}`).join('|')

describe('ML-01 EM-05 what an order makes of a template', () => {
  test('every placeholder is filled: the day in the zone of the organization, money in the currency of the order', () => {
    const { html, subject } = renderMail({ subject: 'Order {{order_id}}: {{ order_total }}', body: all }, facts)
    expect(subject).toBe('Order 1042: €1,234.56')
    expect(html.split('|')).toEqual([
      'Ada',
      '1042',
      'February 28, 2026',
      '€1,234.56',
      '2 × Tent &lt;big&gt;: €1,200.00<br>1 × Lamp: €34.56',
      '9 Heron Wharf',
      '',
      'Austin',
      'TX',
      '78704',
      'US',
      'https://northwind.example/',
      'https://desk.example/pay/a?b=1&amp;c=2',
      '1Z 999',
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
