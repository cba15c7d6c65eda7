import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { openSession } from '../../../server/auth/sessions'
import type { Database } from '../../../server/db/database'
import { Random } from '../../../server/db/demoData/random'
import { memberships } from '../../../server/db/schema/organizations'
import { users } from '../../../server/db/schema/users'
import { startOutboxWorker } from '../../../server/jobs/outbox'
import { passingSecrets } from '../../../server/secrets'
import { startSomewhere } from '../http/start'
import { cards, dataOf, Till } from './world'

/** How many changes there are at least; `npm run figures -- audit` asks for more. */
const changes = Number(process.env['AUDIT_CHANGES'] ?? 60)
const people = 20
/** Which work by API tokens. */
const programs = 2

const bases = await startSomewhere()
afterAll(() => Promise.all(bases.map(({ stop }) => stop())))

type Fields = Record<string, unknown>

/** A table that is audited, with what tells its rows apart and what of them is left out. */
interface Audited {
  name: string
  key: string[]
  left_out: string[]
}

const auditedTables = (database: Database) =>
  database.system(async (tx) => {
    const { rows } = await tx.execute<Audited & Record<string, unknown>>(sql`
      select c.relname::text as name,
        split_part(split_part(p.prosrc, 'left_out CONSTANT text[] := ''', 2), '''', 1)::text[] as left_out,
        array(select attname::text from pg_index i join pg_attribute on attrelid = c.oid and attnum = any(i.indkey)
          where i.indrelid = c.oid and i.indisprimary and attname <> 'org_id' order by attname) as key
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where t.tgname = 'audit' and c.relnamespace = 'public'::regnamespace
        and exists (select from pg_attribute where attrelid = c.oid and attname = 'org_id')
      order by 1`)
    return rows
  })

const told = (row: Fields, leftOut: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && !leftOut.includes(name)))

/** The rows of an organization today, by table and key. */
async function today(database: Database, orgId: string, tables: readonly Audited[]) {
  const all = new Map<string, Fields>()
  for (const { name, key, left_out } of tables) {
    const { rows } = await database.tenant(orgId, (tx) =>
      tx.execute<{ row: Fields }>(sql`select to_jsonb(t) as row from ${sql.identifier(name)} t
        where org_id = ${orgId} and ${name === 'record_events' ? sql`kind = 'note'` : sql`true`}`),
    )
    for (const { row } of rows)
      all.set([name, ...key.map((column) => JSON.stringify(row[column]))].join(' '), told(row, left_out))
  }
  return all
}

/** The same rows, as the entries from the beginning make them. */
async function replayed(database: Database, orgId: string, tables: readonly Audited[]) {
  const keys = new Map(tables.map(({ name, key }) => [name, key]))
  const all = new Map<string, Fields>()
  const { rows } = await database.tenant(orgId, (tx) =>
    tx.execute<{
      table_name: string
      kind: string
      record_id: string
      before: Fields | null
      after: Fields | null
    }>(sql`
      select table_name, kind, record_id, before, after from audit_entries order by id`),
  )
  for (const { table_name: table, kind, record_id: recordId, before, after } of rows) {
    const known = { ...before, ...after }
    const key = [table, ...(keys.get(table) ?? []).map((column) => JSON.stringify(known[column] ?? recordId))].join(' ')
    if (kind === 'deleted') {
      // What went was as the entries before it say.
      expect(before).toEqual(all.get(key))
      all.delete(key)
    } else all.set(key, told({ ...all.get(key), ...after }, []))
  }
  for (const key of all.keys()) if (!keys.has(key.slice(0, key.indexOf(' ')))) all.delete(key)
  return { all, entries: rows.length }
}

/** What many people, a telephone system, customers and jobs do to one organization, in an order of chance. */
class Office {
  readonly #orders: string[] = []
  readonly #made: Record<
    'customers' | 'offers' | 'products' | 'campaigns' | 'responders' | 'plugins' | 'tokens',
    string[]
  >
  #sold = 0
  done = 0

  constructor(
    readonly till: Till,
    readonly random: Random,
    readonly tokens: readonly string[],
  ) {
    this.#made = { customers: [], offers: [], products: [], campaigns: [], responders: [], plugins: [], tokens: [] }
  }

  static async open(till: Till, random: Random): Promise<Office> {
    const { database } = till.server
    const tokens = await database.system(async (tx) => {
      const all: string[] = []
      for (let person = 0; person < people; person += 1) {
        const fields = {
          email: `person${person}-${uuidv7()}@audit.example`,
          name: `Person ${person}`,
          passwordHash: '',
        }
        const [user] = await tx.insert(users).values(fields).returning({ id: users.id })
        const userId = user?.id ?? expect.fail('no user was inserted')
        await tx.insert(memberships).values({ orgId: till.shop.orgId, userId, role: person % 2 ? 'agent' : 'owner' })
        all.push(await openSession(tx, userId))
      }
      return all
    })
    const [owner = ''] = tokens
    for (let program = 0; program < programs; program += 1) {
      const body = { organizationId: till.shop.orgId, name: `Program ${program}`, duties: null }
      const made = await till.server.call('POST', '/api-tokens', { token: owner, body })
      tokens.push((made.body as { data: { token: string } }).data.token)
    }
    return new Office(till, random, tokens)
  }

  /** Whatever is refused, as agents may not do all and some records are gone, changes nothing. */
  async #ask(method: string, path: string, body?: object): Promise<string | undefined> {
    const answer = await this.till.server.call(method, path, { token: this.random.pick(this.tokens), body })
    expect(answer.status).toBeLessThan(500)
    if (answer.status === 200) this.done += 1
    return answer.status === 200 ? (answer.body as { data?: { id?: string } }).data?.id : undefined
  }
  async #make(kind: keyof Office['made'], path: string, body: object) {
    const id = await this.#ask('POST', path, body)
    if (id !== undefined) this.#made[kind].push(id)
  }
  get made() {
    return this.#made
  }
  #one(kind: keyof Office['made']): string {
    const all = this.#made[kind]
    return all.length === 0 ? uuidv7() : this.random.pick(all)
  }
  #order = () => (this.#orders.length === 0 ? uuidv7() : this.random.pick(this.#orders))

  async step(): Promise<void> {
    await this.random.pick(this.#steps)()
  }

  readonly #steps: readonly (() => Promise<unknown>)[] = [
    () => this.#sell(),
    () => this.#sell(),
    () => this.#pay(),
    () => this.#pay(),
    () => this.#ask('POST', `/orders/${this.#order()}/refunds`, { amount: 1, reason: 'Late' }),
    () => this.#ask('POST', `/orders/${this.#order()}/notes`, { text: 'Called back' }),
    () => this.#ask('POST', `/orders/${this.#order()}/cancel`, {}),
    () =>
      this.#ask('PUT', `/orders/${this.#order()}/address`, { ...home, address1: `${this.random.between(1, 99)} Elm` }),
    () => this.#parcel(),
    () =>
      this.#make('customers', '/customers', { ...this.#within, firstName: 'Ada', email: `${uuidv7()}@moss.example` }),
    () =>
      this.#ask('PUT', `/customers/${this.#one('customers')}`, {
        firstName: this.random.pick(['Ida', 'Ada']),
        phone: '',
      }),
    () => this.#ask('DELETE', `/customers/${this.#one('customers')}`),
    () => this.#ask('POST', `/customers/${this.#one('customers')}/restore`, {}),
    () =>
      this.#ask('POST', `/customers/${this.#one('customers')}/merge`, { otherId: this.#one('customers'), keep: {} }),
    () => this.#ask('POST', `/customers/${this.#one('customers')}/unmerge`, {}),
    () => this.#make('products', '/products', { ...this.#within, name: 'Lamp', sku: uuidv7(), price: 2, stock: 4 }),
    () => this.#ask('PUT', `/products/${this.#one('products')}`, { name: this.random.pick(['Lamp', 'Torch']) }),
    () => this.#ask('POST', `/products/${this.#one('products')}/${this.random.pick(['archive', 'restore'])}`, {}),
    () =>
      this.#ask('POST', `/products/${this.#one('products')}/stock`, {
        by: this.random.between(-3, 5),
        reason: 'Counted',
      }),
    () =>
      this.#make('campaigns', '/campaigns', { ...this.#within, name: 'Spring', copiedFrom: this.till.shop.campaignId }),
    () => this.#ask('PUT', `/campaigns/${this.#one('campaigns')}`, { name: this.random.pick(['Spring', 'Fall']) }),
    () => this.#ask('POST', `/campaigns/${this.#one('campaigns')}/${this.random.pick(['archive', 'restore'])}`, {}),
    () => this.#ask('PUT', `/campaigns/${this.#one('campaigns')}/members`, { memberIds: [] }),
    () => this.#make('offers', `/campaigns/${this.till.shop.campaignId}/offers`, this.#offer()),
    () => this.#ask('PUT', `/offers/${this.#one('offers')}`, { basePrice: this.random.between(1, 90), quantity: 50 }),
    () => this.#ask('DELETE', `/offers/${this.#one('offers')}`),
    () => this.#ask('POST', `/offers/${this.#one('offers')}/restore`, {}),
    () => this.#make('responders', `/campaigns/${this.till.shop.campaignId}/autoresponders/email`, this.#responder()),
    () =>
      this.#ask(
        'POST',
        `/autoresponders/email/${this.#one('responders')}/${this.random.pick(['pause', 'resume'])}`,
        {},
      ),
    () => this.#ask('DELETE', `/autoresponders/email/${this.#one('responders')}`),
    () => this.#make('plugins', '/plugins', { ...this.#within, name: 'Mailer', kind: 'outbox', from: 'a@b.example' }),
    () => this.#ask('DELETE', `/plugins/${this.#one('plugins')}`),
    () => this.#make('tokens', '/telephone/tokens', { ...this.#within, name: 'Switchboard' }),
    () => this.#ask('DELETE', `/telephone/tokens/${this.#one('tokens')}`),
    () => this.#ask('PUT', `/gateways/${this.till.gatewayId}`, { displayName: this.random.pick(['Till', 'Counter']) }),
    () => this.#import(),
    () => this.#call(),
    () => this.#draft(),
    () => this.#round(),
  ]

  get #within() {
    return { organizationId: this.till.shop.orgId }
  }
  #offer = () => ({
    ...this.#within,
    productId: this.till.shop.productId,
    displayName: this.random.pick(['Tent', 'Lamp']),
    quantity: 9,
    basePrice: 5,
  })
  #responder = () => ({
    subject: 'Thank you',
    body: '<p>{{order_id}}</p>',
    event: 'order.completed',
    from: 'a@b.example',
    pluginInstanceId: this.till.shop.pluginId,
  })

  async #sell() {
    this.#sold += 1
    if (this.#sold % 5 === 1) this.#made.offers.push(await this.till.shop.addOffer(await this.till.shop.addProduct(40)))
    const lines = [{ offerId: this.#one('offers'), quantity: this.random.between(1, 3) }]
    const id = await this.#ask('POST', '/orders', this.till.shop.placement(lines))
    if (id !== undefined) this.#orders.push(id)
  }

  async #pay() {
    const body = { mail: this.random.pick([true, false]), gatewayInstanceId: this.till.gatewayId }
    const made = await this.till.staff('POST', `/orders/${this.#order()}/payment-links`, body)
    if (made.status !== 200) return
    const { linkUrl } = dataOf<{ linkUrl: string }>(made)
    const token = linkUrl.slice(linkUrl.lastIndexOf('/') + 1)
    await this.till.server.call('GET', `/payments/${token}`)
    await this.till.pay(token, this.random.pick([cards.good, cards.good, cards.declined, cards.lost, cards.slow]))
    this.done += 1
  }

  async #parcel() {
    const rows = await this.till.rows(sql`select id from fulfilments order by created_at desc limit 8`)
    if (rows.length === 0) return
    const { id } = this.random.pick(rows)
    const number = `1Z${this.random.between(100_000, 999_999)}`
    await this.#ask('PUT', `/fulfilments/${String(id)}/tracking`, { trackingNumber: number })
    await this.#ask(
      'POST',
      `/fulfilments/${String(id)}/${this.random.pick(['ship', 'deliver', 'unassign', 'cancel'])}`,
      {},
    )
  }

  async #import() {
    const id = await this.#ask('POST', '/sheet-imports', { ...this.#within, name: 'more.csv' })
    const lines = [2, 3].map((line) => ({
      line,
      cells: { sku: `${id}-${line}`, name: 'Sheet', price: '3', stock: '2' },
    }))
    await this.#ask('PUT', `/sheet-imports/${id}/lines`, { lines })
    await this.#ask('POST', `/sheet-imports/${id}/commit`, {})
    if (this.random.pick([true, false])) await this.#ask('POST', `/sheet-imports/${id}/undo`, {})
  }

  async #call() {
    const id = await this.#ask('POST', '/calls', { ...this.#within, phone: '5550100' })
    await this.#ask('POST', `/calls/${id}/end`, {})
    await this.#ask('POST', `/calls/${id}/close`, { disposition: 'no_answer' })
  }

  async #draft() {
    const id = uuidv7()
    await this.#ask('PUT', `/order-drafts/${id}`, { ...this.#within, title: 'Typed', content: {} })
    await this.#ask('DELETE', `/order-drafts/${id}`)
  }

  /** What the server does by itself, a day later now and then. */
  async #round() {
    this.till.later(this.random.pick([10, 10, 86_400]))
    await this.till.round()
  }
}

const home = { address1: '9 Heron Wharf', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' }

describe.each(bases)('on $kind', (base) => {
  test(
    `AD-01 the audit from the beginning gives the rows of today, after ${changes} changes by many`,
    // Ten thousand take a quarter of an hour on PostgreSQL, and longer beside other work.
    { timeout: 60_000 + changes * 600 },
    async () => {
      const began = performance.now()
      const till = await Till.open(base)
      const office = await Office.open(till, new Random(7))
      const worker = startOutboxWorker({
        database: base.database,
        secrets: passingSecrets(),
        allowsPrivateSmtp: false,
        forgetDelivered: true,
        interval: 20,
        log: () => undefined,
        sendMail: () => Promise.resolve('delivered'),
      })
      while (office.done < changes) {
        await Promise.all([office.step(), office.step(), office.step(), office.step()])
      }
      await worker.stop()
      const seconds = Math.round((performance.now() - began) / 1_000)

      const { orgId } = till.shop
      const tables = await auditedTables(base.database)
      expect(tables.length).toBeGreaterThan(28)
      const [{ all, entries }, rows] = [
        await replayed(base.database, orgId, tables),
        await today(base.database, orgId, tables),
      ]
      expect(rows.size).toBeGreaterThan(500)
      expect([...all].toSorted()).toEqual([...rows].toSorted())
      console.log(
        `${base.kind}: ${office.done} changes by ${people} people, ${programs} programs, customers and jobs in ${seconds} s; ${entries} entries give ${rows.size} rows: all as they are`,
      )
    },
  )
})
