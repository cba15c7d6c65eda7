import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, searchPage } from '../engine/listing'
import { typedPhone } from '../engine/phones'
import type { Run } from '../engine/run'
import { textOf, withOtherCase } from '../engine/text'
import type { Shop } from '../engine/world'
import { makeCustomer } from './customerBasics'
import { mostLetters, notRefusedFor, numbered, Sheet } from './importSheet'
import { fieldsOf } from './paying'
import { placeOne } from './sellingBasics'

const rule = 'sheetImports.columns'

/** What somebody has nothing of before it is imported. */
const everything = {
  lastName: 'Filled',
  address1: '3 Column Road',
  address2: 'Side door',
  city: 'Bend',
  state: 'OR',
  postalCode: '97701',
  country: 'US',
  note: 'Rings at last',
}

type Cells = Readonly<Record<string, string>>
type Person = Cells & { email: string; firstName: string }

/** Customers of a spreadsheet: what can't be, who can't be told apart, and who goes again with it. */
export async function checkImportedPeople(run: Run, marker: string, shop: Shop): Promise<void> {
  const sheet = new Sheet(run, marker, shop, { resource: 'customers' }, rule)
  const person = (word: string): Person => ({
    email: `${marker}-${word}@unknown.offerdesk.example`,
    firstName: `${marker} ${word}`,
  })
  await checkUnfit(sheet, person)
  await checkUndone(sheet, [person('goes'), person('stays')])
}

async function checkUnfit(sheet: Sheet, person: (word: string) => Person): Promise<void> {
  const { run } = sheet
  const { organizationId: _, ...longest } = mostLetters('customers')
  const unfit = Object.entries(longest).map(([column, most]): [string, Cells] => [
    column,
    { ...person(`row-${column.toLowerCase()}`), [column]: 'x'.repeat(most + 1) },
  ])
  const twin = person('twin')
  if (await haveTwins(sheet, twin)) unfit.push(['email', { email: twin.email, note: 'of which of both?' }])
  const importId = await sheet.begin()
  const sent = numbered(unfit.map(([, cells]) => ({ cells })))
  await sheet.send(importId, sent)
  const [rows, exchange] = await sheet.lines(importId)
  for (const [index, [column]] of unfit.entries()) {
    const line = rows.find((row) => row['line'] === sent[index]?.line)
    const wrong = notRefusedFor(column, line)
    run.verify(rule, exchange, wrong === undefined, `a line of customers refused for its ${column}`, wrong)
  }
  await run.succeed(rule, 'sheetImports.withdraw', { params: { importId }, body: {} })
}

/** Whether two customers can have one address; where they can't, nobody has to be told apart. */
async function haveTwins({ run, shop: { tenant } }: Sheet, { email, firstName }: Cells): Promise<boolean> {
  const body = { organizationId: tenant.organizationId, email, firstName }
  await makeCustomer(run, tenant, body)
  const ask = { body, isValid: false, alsoDeclared: [200, 400, 409, 422] }
  const exchange = await run.ask('customers.create', ask)
  if (exchange.status !== 200) return false
  run.journal.made('customers', recordOf(exchange).id, tenant.account.name, textOf(firstName))
  return true
}

/** Who came with an import goes with it again, but for who has been changed or has ordered since. */
async function checkUndone(sheet: Sheet, [goes, stays]: readonly [Person, Person]) {
  const { run } = sheet
  const importId = await sheet.begin()
  const again = { ...goes, email: withOtherCase(goes.email) }
  const bare = { email: goes.email.replace('goes', 'bare'), firstName: goes.firstName.replace('goes', 'bare') }
  const { organizationId } = sheet.shop.tenant
  await makeCustomer(run, sheet.shop.tenant, { organizationId, ...bare })
  const filled = { ...bare, ...everything }
  // Without an address somebody is known by the phone, however it is typed.
  const phone = run.phones.next()
  const rings = { phone, firstName: goes.firstName.replace('goes', 'rings') }
  const typed = { ...rings, phone: typedPhone(phone) }
  await sheet.send(importId, numbered([goes, stays, again, filled, rings, typed].map((cells) => ({ cells }))))
  const [rows, exchange] = await sheet.lines(importId)
  const verdicts = rows.map(({ verdict }) => textOf(verdict)).join(', ')
  const due = 'create, create, refused, update, create, refused'
  const expected = `${due}, as the third has the address of the first, and the sixth the number of the fifth`
  run.verify(rule, exchange, verdicts === due, expected, verdicts)
  const done = await run.succeed(rule, 'sheetImports.commit', { params: { importId }, body: {} })
  const [isListed, listed] = await sheet.isListed(importId)
  run.verify('sheetImports.commit', listed, isListed, 'the import among those of customers')
  const [made] = [await named(sheet, goes), await named(sheet, stays)].map(({ length }) => length)
  const changed = (await named(sheet, stays))[0]
  const rung = await named(sheet, rings)
  const [buyer] = rung
  const isOnce = made === 1 && rung.length === 1 && changed !== undefined
  run.verify(rule, done, isOnce, 'each customer of the spreadsheet once', `${made} and ${rung.length}`)
  if (changed === undefined || buyer === undefined) return
  await run.succeed(rule, 'customers.update', { params: { customerId: changed.id }, body: { note: 'changed since' } })
  await placeOne(run, sheet.shop, { customerId: buyer.id })
  const undone = await run.succeed(rule, 'sheetImports.undo', { params: { importId }, body: {} })
  await isUndone(sheet, undone, goes, stays)
  const [after, told] = await sheet.lines(importId)
  const kept = after.filter((row) => (row['kept'] ?? null) !== null).map(({ line }) => textOf(line))
  run.verify(
    rule,
    told,
    kept.join() === [rows[1], rows[4]].map((row) => textOf(row?.['line'])).join(),
    'why the second and the fifth line were kept, and no other',
    kept.join(),
  )
  const stillThere = (await named(sheet, rings)).length
  run.verify(rule, undone, stillThere === 1, 'who has ordered since kept', `${stillThere} of them`)
  const [left] = await named(sheet, bare)
  const home = fieldsOf(left?.['shippingAddress'])
  const more = Object.keys(everything).find((column) => (left?.[column] ?? home[column] ?? '') !== '')
  run.verify(rule, undone, more === undefined, 'nothing left of what an undone import has given somebody', more)
}

async function isUndone(sheet: Sheet, undone: Exchange, goes: Cells, stays: Cells): Promise<void> {
  const [left, kept] = [await named(sheet, goes), await named(sheet, stays)]
  const isRight = left.length === 0 && kept[0]?.['note'] === 'changed since' && recordOf(undone)['kept'] === 2
  const said = `${left.length} of one, ${kept.length} of the other, kept ${textOf(recordOf(undone)['kept'])}`
  const expected = 'the customer who came with the import gone, and who was changed since kept'
  sheet.run.verify(rule, undone, isRight, expected, said)
}

/** Customers of an address, or of a name where they have none. */
async function named({ run, shop: { tenant } }: Sheet, { email = '', firstName = '' }: Cells): Promise<Row[]> {
  const q = email || firstName
  const query = { organizationId: tenant.organizationId, resource: 'customers' as const, q, limit: 10, page: 1 }
  const { rows } = await searchPage(run, query)
  const found = rows.filter((row) => (email === '' ? row['firstName'] === firstName : row['email'] === email))
  for (const { id, firstName } of found) run.journal.made('customers', id, tenant.account.name, textOf(firstName))
  return found
}
