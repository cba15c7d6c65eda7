import { describe, expect, test } from 'vitest'
import { TypedSecrets, withoutTypedSecrets } from '../../machines/qa/record/typedSecrets'
import type { Take } from '../../machines/qa/record/seen'

/** What is left of a text, or of data, by itself. */
const hideAlone = <Data>(data: Data) => new TypedSecrets().hide(data).hidden

/** Types a text key by key, and tells what is kept of every step once all of it was typed. */
function typedInto(whole: string, before = ''): string[] {
  const secrets = new TypedSecrets()
  const steps = Array.from(whole, (_, at) => before + whole.slice(0, at + 1))
  const hide = (text: string) => secrets.hide(text).hidden
  return steps.map(hide).map(hide)
}

describe('what is typed key by key', () => {
  test('has no card numbers, wherever they are written; other long numbers stay', () => {
    expect(hideAlone(['4111 1111 1111 1111', 'paid with 5500-0000-0000-0004 today'])).toEqual([
      'REDACTED',
      'paid with REDACTED today',
    ])
    // An order number, a moment and a number that only looks like a card's.
    expect(hideAlone(['1763738400000', '4111111111111112', '2026-11-21T10:00:00Z'])).toEqual([
      '1763738400000',
      '4111111111111112',
      '2026-11-21T10:00:00Z',
    ])
  })
  test('has nothing of a card in the end, nor of the code beside it', () => {
    for (const [whole, before] of [
      ['4111 1111 1111 1111 exp 12/28 cvc 987', 'Card: '],
      ['5500-0000-0000-0004 123', ''],
      ['4111111111111111737', 'Paid by '],
      ['737 4111111111111111', ''],
      ['378282246310005 1234', 'Amex '],
    ] as const) {
      const kept = typedInto(whole, before)
      const digits = whole.replaceAll(/\D/g, '')
      // The first four say which bank it is of, and are in the numbers of millions.
      for (const step of kept) {
        const left = step.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, '')
        expect({ whole, step, isHidden: left.length < 5 && !(left.length > 2 && digits.endsWith(left)) }).toEqual({
          whole,
          step,
          isHidden: true,
        })
      }
      expect(kept.at(-1)?.startsWith(before)).toBe(true)
    }
  })
  test('stays where it is no secret: telephone numbers, amounts, dates, and the cards of tests', () => {
    for (const whole of ['+1 415 555 0134', '1234.56', '2026-11-26', '4242 4242 4242 4242', 'https://a.example/b:c']) {
      expect(typedInto(whole)).toEqual(Array.from(whole, (_, at) => whole.slice(0, at + 1)))
    }
  })
  test('has nothing of a password in an address in the end', () => {
    const kept = typedInto('https://ada:hunter22@shop.example/feed', 'See ')
    expect(kept.at(-1)).toBe('See https://ada:REDACTED@shop.example/feed')
    expect(kept.filter((step) => /:h/.test(step.replace('https:', '')))).toEqual([])
    const withColon = typedInto('https://ada:hun:ter22@shop.example')
    expect(withColon.filter((step) => step.includes('ada:h'))).toEqual([])
  })
  test('is gone of what is given at once, too, wherever it stands before the whole', () => {
    const whole = '4111 1111 1111 1111'
    const steps = Array.from(whole, (_, at) => whole.slice(0, at + 1))
    expect(hideAlone(steps).filter((step) => /1 1/.test(step))).toEqual([])
    expect(hideAlone(steps).at(-1)).toBe('REDACTED')
  })
  test('stays as it is hidden when it is kept again', () => {
    const secrets = new TypedSecrets()
    for (const text of ['4111 1111 1111 1111 987', 'https://ada:hunter22@shop.example']) {
      const { hidden } = secrets.hide(text)
      expect(secrets.hide(hidden)).toEqual({ hidden, isNews: false })
    }
  })
})

const beginningsOf = (whole: string) => Array.from(whole, (_, at) => whole.slice(0, at + 1))
const stays = (whole: string) => expect(typedInto(whole)).toEqual(beginningsOf(whole))

describe('the number of a card', () => {
  test('PY-02 is hidden as it is grouped, by whatever blanks, dashes or dots, each beginning of it as well', () => {
    const between = [' ', '  ', '\u00a0', '\u2009', '\u202f', '-', '–', ' - ', '.', '']
    for (const sign of between) {
      for (const groups of [
        ['6011', '1111', '1111', '1117'],
        ['3530', '1113', '3330', '0000'],
        ['3782', '822463', '10005'],
      ]) {
        for (const before of ['', 'Paid 22 ', '2026-11-22 ']) {
          const steps = typedInto(`${before}${groups.join(sign)}, thanks`)
          expect(steps.at(-1)).toBe(`${before.replaceAll(/\d/g, '0')}REDACTED, thanks`)
          const telling = groups.join('').slice(0, 5)
          expect(steps.filter((step) => step.replaceAll(/\D/g, '').includes(telling))).toEqual([])
        }
      }
    }
  })
  test('is hidden with the code beside it, where the number is shorter or longer than most', () => {
    for (const whole of ['4222222222222 987', '3056 9309 0259 04 987', '6212345678900000003 987']) {
      expect(hideAlone(whole)).toMatch(/^REDACTED[ 0]*$/)
      expect(typedInto(whole).filter((step) => /[1-9]{2}/.test(step.slice(4)))).toEqual([])
    }
  })
  test('is no telephone number, order number, amount, moment or id', () => {
    for (const whole of [
      '+1 555 0100 2000',
      // Its digits add up as those of a card do.
      '+49 151 1234 5676',
      'Order 10042, 10043 and 10044',
      '2026-11-29 12:00',
      '1.234.567,89 and 4.000.000,00',
      '4000.00 + 5200.50',
    ]) {
      stays(whole)
    }
    const id = '01920000-4111-4111-8111-411111111111'
    expect(hideAlone(id)).toBe(id)
  })
  for (const keys of [19, 20, 21, 500]) {
    test(`PY-02 is hidden when ${keys} keys are typed behind it, and they are told`, () => {
      const behind = 'and so on; '.repeat(50).slice(0, keys)
      const whole = `By 6011 1111 1111 1117${behind}`
      expect(hideAlone(beginningsOf(whole)).slice(-keys)).toEqual(
        beginningsOf(behind).map((typed) => `By REDACTED${typed}`),
      )
    })
  }
  test('PY-02 is hidden with what is typed behind it, the code first', () => {
    const steps = hideAlone(beginningsOf('By 6011 1111 1111 1117 cvc 654; pw is abcdefghijklmnop'))
    expect(steps.at(-1)).toBe('By REDACTED cvc 000; pw is abcdefghijklmnop')
    expect(steps.filter((step) => /6011 1|65/.test(step))).toEqual([])
  })
  test('PY-02 is hidden with the code beside it where another secret stands between or has the number in it', () => {
    const between = hideAlone(beginningsOf('737 http://h/?token=q7Zk 4111 1111 1111 1111'))
    expect(between.at(-1)).toBe('000 http://h/?token=REDACTED REDACTED')
    expect(between.filter((step) => step.includes('737'))).toEqual([])
    expect(hideAlone('http://h/?key=4111111111111111 cvc 987')).toBe('http://h/?key=REDACTED cvc 000')
  })
  test('PY-02 is hidden when there are several of them, in one field and in many', () => {
    const numbers = ['4111 1111 1111 1111', '5500 0000 0000 0004', '3530 1113 3330 0000', '6011 1111 1111 1117']
    const inOne = hideAlone(beginningsOf(`${numbers.join(', ')} and ${numbers.join(' ')}`))
    expect(inOne.at(-1)).toBe('REDACTED, REDACTED, REDACTED, REDACTED and REDACTED REDACTED REDACTED REDACTED')
    const inMany = numbers.flatMap((number, place) =>
      beginningsOf(`${number} is mine`).map((typed) => ({ fields: { [`field${place}`]: typed } })),
    )
    const left = JSON.stringify(hideAlone([...inMany, numbers.join('; ')]))
    expect(left).not.toMatch(/4111 1|5500 0|3530 1|6011 1/)
    expect(left.match(/REDACTED is mine/g)).toHaveLength(numbers.length)
  })
  test('more of them than anybody types are all hidden', () => {
    const withCheck = (start: number) => {
      const digits = `41234${String(start).padStart(10, '0')}`
      return (
        Array.from({ length: 10 }, (_, last) => digits + last).find((number) => hideAlone(number) === 'REDACTED') ?? ''
      )
    }
    const numbers = Array.from({ length: 100 }, (_, place) => withCheck(place * 7919))
    const left = hideAlone(numbers.flatMap((number) => [number.slice(0, 9), `Card ${number}`]))
    expect(new Set(left)).toEqual(new Set(['000000000', 'Card REDACTED']))
  })
  test('is looked for in a moment in ten thousand events', () => {
    const note = beginningsOf(`By 6011 1111 1111 1117 cvc 654${'; and so it goes on'.repeat(20)}`)
    const events = Array.from({ length: 10_000 }, (_, number) => ({
      number,
      event: { type: 'field.change', fields: { note: note[number % note.length] } },
      after: { status: 'active', context: { form: { note: note[number % note.length], name: `Ann ${number}` } } },
    }))
    const take = { actors: [], events, exchanges: [], visits: [] } as unknown as Take
    const before = process.cpuUsage()
    const left = withoutTypedSecrets(take)
    // A tenth of it where nothing else runs; it would be for ever if each pass found something new.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000)
    expect(/6011 1|cvc 6/.test(JSON.stringify(left.events))).toBe(false)
  })
  test('is news once, not with every key behind it', () => {
    const secrets = new TypedSecrets()
    const news = beginningsOf(`6 for 6011 1111 1111 1117${' 5'.repeat(300)}`).filter(
      (typed) => secrets.hide([typed]).isNews,
    )
    expect(news).toEqual(['6 for 6011 1111 1111 1117'])
  })
  test('leaves what it was where it is hidden anew and nothing more is found', () => {
    const secrets = new TypedSecrets()
    const event = { note: 'By 6011 1111 1111 1117', rows: [{ id: 'a' }] }
    const { hidden } = secrets.hide(event)
    expect(secrets.hide({ note: '4111 1111 1111 1111' }).isNews).toBe(true)
    expect(secrets.hide(event).hidden).toBe(hidden)
    expect(hidden.rows).toBe(event.rows)
  })
})

describe('a password in an address', () => {
  test('ends at the last @ before the path', () => {
    for (const [whole, left] of [
      ['https://bob:P@ssw0rdX@h.example', 'https://bob:REDACTED@h.example'],
      ['https://bob:P@@ssw0rdX@h.example/a@b?c=d@e', 'https://bob:REDACTED@h.example/a@b?c=d@e'],
      ['https://bob@corp:P@ssw0rdX@h.example#a@b', 'https://bob@corp:REDACTED@h.example#a@b'],
      ['https://bob:ssw0rd#X?@h.example', 'https://bob:REDACTED@h.example'],
    ] as const) {
      const steps = hideAlone(beginningsOf(whole))
      expect(steps.at(-1)).toBe(left)
      expect(steps.filter((step) => /ssw|P@|:P$|:s/.test(step))).toEqual([])
    }
  })
  test('is no port', () => {
    for (const whole of ['http://h.example:8080/a@b', 'http://h.example:8080?mail=a@b.example']) stays(whole)
  })
})

describe('a secret in an address', () => {
  const token = 'q7ZkXw9TtLmPabcDEF123'
  test('is hidden in the query and the fragment from its first character on', () => {
    const names = ['token', 'access_token', 'key', 'api_key', 'code', 'secret', 'password', 'sig', 'signature', 'jwt']
    for (const start of names.flatMap((name) => [`http://h/reset?${name}=`, `h?a=b&${name}=`, `https://h/#${name}=`])) {
      const steps = typedInto(`${start}${token}&page=2`)
      expect(steps.at(-1)).toBe(`${start}REDACTED&page=2`)
      expect(new Set(steps.slice(start.length, start.length + token.length))).toEqual(new Set([`${start}REDACTED`]))
    }
  })
  test('PY-01 is hidden in the path of a link that opens something', () => {
    for (const start of ['https://h.example/pay/', 'h.example/reset/', '/api/v1/orders/token/']) {
      const steps = typedInto(`${start}${token}?a=b`)
      expect(steps.at(-1)).toBe(`${start}REDACTED?a=b`)
      expect(steps.filter((step) => step.includes('q7'))).toEqual([])
    }
  })
  test('is nothing else that an address has', () => {
    for (const whole of [
      'https://h.example/payments?page=2&q=token',
      '/tokens?keys=1&postal_code=10115',
      'is key=5?',
    ]) {
      stays(whole)
    }
  })
})

describe('a token', () => {
  const signed = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1g'
  test('ST-01 of ours and of those whom the app deals with is hidden, each beginning of it as well', () => {
    for (const start of ['odk_', 'whsec_', 'sk_live_', 'rk_test_']) {
      const steps = hideAlone(beginningsOf(`Use ${start}Zk9Xw7TtLmPabcDEF-_123 here`))
      expect(steps.at(-1)).toBe(`Use ${start}REDACTED here`)
      expect(steps.filter((step) => step.includes('Zk'))).toEqual([])
    }
    // Lists tell this much of it.
    stays('odk_Zk9Xw7')
  })
  test('that is signed is hidden, each beginning of it as well', () => {
    const steps = hideAlone(beginningsOf(`Bearer ${signed} it is`))
    expect(steps.at(-1)).toBe('Bearer REDACTED it is')
    expect(steps.filter((step) => step.includes('eyJh'))).toEqual([])
  })
  test('is news once, and stays as it is hidden when it is kept again', () => {
    const whole = `${signed} odk_Zk9Xw7TtLmPabcDEF http://h/pay/abcdef?token=abc https://bob:P@ss@h.example`
    const secrets = new TypedSecrets()
    expect(beginningsOf(whole).filter((typed) => secrets.hide([typed]).isNews)).toHaveLength(4)
    const { hidden } = secrets.hide(whole)
    expect(secrets.hide(hidden)).toEqual({ hidden, isNews: false })
  })
})
