import { autoresponderEvents } from '../../autoresponders'
import { difference, disagreement, isSame } from '../engine/compare'
import { isAlike } from '../engine/declared'
import { Blocked } from '../engine/errors'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import type { Row } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { type Tenant, workplaceOf } from '../engine/tenant'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'

const entriesOf = ({ json }: Exchange): Fields[] => {
  const { data } = (json ?? {}) as { data?: unknown }
  if (!Array.isArray(data)) throw new Blocked('autoresponders.listEmail answers no list')
  return data as Fields[]
}

const list = async (run: Run, campaignId: string) =>
  run.succeed('shape.valid', 'autoresponders.listEmail', { params: { campaignId } })

/** Auto-responders can't be deleted, so they go where they do least: into a campaign that is over, if there is one. */
const quietCampaign = ({ campaigns, ...tenant }: Tenant): Row =>
  campaigns.find(({ status }) => status === 'completed') ?? workplaceOf({ campaigns, ...tenant })

/** Reads every campaign's auto-responders; makes one for each event. */
export async function checkAutoresponders(run: Run, world: World): Promise<void> {
  await attempt(run, 'autoresponders.scope', () => checkReading(run, world.first))
  if (!run.options.readOnly) await attempt(run, 'autoresponders.create', () => checkCreating(run, world))
}

async function checkReading(run: Run, tenant: Tenant): Promise<void> {
  const owners = new Map<unknown, string>()
  for (const { id } of tenant.campaigns.slice(0, 12)) {
    const exchange = await list(run, id)
    for (const { id: entry } of entriesOf(exchange)) {
      if (entry === undefined || entry === null) continue
      const owner = owners.get(entry)
      const isOwn = owner === undefined || owner === id
      run.verify(
        'autoresponders.scope',
        exchange,
        isOwn,
        'auto-responders of this campaign alone',
        `${textOf(entry)} is in ${owner} too`,
      )
      owners.set(entry, id)
    }
  }
}

function requests(run: Run, world: World, tenant: Tenant): Fields[] {
  const [plugin, other = plugin] = tenant.plugins
  if (plugin === undefined) throw new Blocked('the account has no plugin instance')
  const bodies = [
    '<p>Hello {{customer_first_name}}</p>',
    `<h1>“Ünïcödé” 日本 🎁</h1>\n\t<p>{{tracking_number}} &amp; 'quotes' \\ % </p>`,
    `<p>${'long '.repeat(4_000)}end</p>`,
    run.isFull ? `<p>${'z'.repeat(99_990)}</p>` : '<style>p { color: red }</style><p>again</p>',
  ]
  const [repeated = 'order.completed'] = Object.keys(autoresponderEvents)
  // The first event twice: a campaign may send two mails on one event.
  return [...Object.keys(autoresponderEvents), repeated].map((event, index) => ({
    subject: `${world.marker} ${['plain', 'Ünïcödé 🎁 “twice  blank”', `${'long '.repeat(30)}end`, "again, and “it's” Q&A <so>"][index] ?? event}`,
    body: bodies[index],
    pluginInstanceId: (index === 1 ? other : plugin)?.id,
    event,
    from: `checker${index}${index === 2 ? '+tag' : ''}@offerdesk.example`,
  }))
}

async function checkCreating(run: Run, world: World): Promise<void> {
  const tenant = world.first
  const campaign = quietCampaign(tenant)
  const before = entriesOf(await list(run, campaign.id))
  const sent = requests(run, world, tenant)
  const answers: Exchange[] = []
  for (const body of sent) {
    const exchange = await run.succeed('autoresponders.create', 'autoresponders.createEmail', {
      params: { campaignId: campaign.id },
      body,
    })
    judgeAnswer(run, exchange, tenant, body)
    answers.push(exchange)
  }
  const listed = await list(run, campaign.id)
  const after = entriesOf(listed)
  const due = before.length + sent.length
  run.verify('autoresponders.create', listed, after.length === due, `${due} auto-responders`, `${after.length}`)
  // An earlier run with the same seed has left some of the same subjects behind.
  const added = after.filter((now) => !before.some((old) => isAlike(old, now)))
  for (const [index, body] of sent.entries()) {
    const found = added.find(({ subject }) => isSame('subject', body['subject'], subject))
    const wrong = found === undefined ? 'it is not in the list' : difference(sentOf(body, found), found)
    run.verify(
      'autoresponders.create',
      listed,
      wrong === undefined,
      'the auto-responder as it was sent in the list',
      wrong,
    )
    const answer = answers[index]
    if (answer === undefined || found === undefined) continue
    const differs = disagreement(answeredOf(answer), found)
    run.verify('autoresponders.create', answer, differs === undefined, 'the answer as the list has it', differs)
  }
  for (const old of before) {
    const moved = after.some((now) => isAlike(old, now)) ? undefined : `${textOf(old['subject'])} has gone or changed`
    run.verify('autoresponders.create', listed, moved === undefined, 'the other auto-responders as they were', moved)
  }
  await checkElsewhere(run, tenant, campaign, sent)
}

/** A list may leave out the plugin instance's id, as only its name is shown. */
const sentOf = (body: Fields, found: Fields) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'pluginInstanceId' || name in found))

const answeredOf = ({ json }: Exchange): Fields => (json as { data?: Fields } | undefined)?.data ?? {}

function judgeAnswer(run: Run, exchange: Exchange, tenant: Tenant, body: Fields): void {
  const answered = answeredOf(exchange)
  const wrong = difference(sentOf(body, answered), answered)
  run.verify('autoresponders.create', exchange, wrong === undefined, 'the auto-responder as it was sent', wrong)
  const name = tenant.plugins.find(({ id }) => id === body['pluginInstanceId'])?.name
  const shown = (answered['pluginInstance'] as { name?: unknown } | null | undefined)?.name
  const isNamed = shown === undefined || shown === null ? !run.isFull : shown === name
  run.verify('autoresponders.plugin', exchange, isNamed, `the plugin instance ${textOf(name)}`, textOf(shown))
}

async function checkElsewhere(run: Run, tenant: Tenant, campaign: Row, sent: Fields[]): Promise<void> {
  const other = tenant.campaigns.find(({ id }) => id !== campaign.id)
  if (other === undefined) return
  const exchange = await list(run, other.id)
  const subjects = new Set(sent.map(({ subject }) => subject))
  const stray = entriesOf(exchange).find(({ subject }) => subjects.has(subject))
  run.verify(
    'autoresponders.scope',
    exchange,
    stray === undefined,
    'auto-responders of this campaign alone',
    'one of another',
  )
}
