import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Sharing } from '../../contract/extensions/collaborations'
import { alreadyInvited, invitationTold, notOwnCampaign, sharePoints } from '../../contract/rules/collaborations'
import { collaborationLife } from '../../machines/lives/collaborationLife'
import { expiryOf } from '../auth/lifetimes'
import { ownMembership, ownOrganization, refuseForbidden, refuseReading, whyRefused } from '../auth/access'
import { type Caller, newToken } from '../auth/sessions'
import { acknowledging, byCollaboration, inOrganization, withRecord } from '../auth/withRecord'
import { invitationOf, readInvitation } from '../collaborations/invitation'
import {
  type Asking,
  collaborationOf,
  type KnownCollaboration,
  listedCollaborations,
  readCollaboration,
  readSharedOffers,
  shownCollaboration,
} from '../collaborations/record'
import { receivedCampaigns } from '../collaborations/received'
import { sealedAgain, sealedLink, unsealedLink } from '../paymentLinks/make'
import {
  endSaleLink,
  makeSaleLink,
  readSalePayment,
  refuseByTerms,
  type SaleLinkMaking,
} from '../collaborations/saleLinks'
import { readSoldOrder, readSoldOrders, readStatement, sellByCollaboration } from '../collaborations/sales'
import { hasKey, isId } from '../db/keys'
import { keepEvent, takeStep } from '../db/lives'
import { isOutdated, locked, type RecordKind } from '../db/recordKind'
import { campaigns } from '../db/schema/campaigns'
import { collaborationCampaigns, collaborations } from '../db/schema/collaborations'
import { organizations } from '../db/schema/organizations'
import { tokenHash } from '../db/tokens'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid, notFound, Refusal } from '../http/errors'
import { collaborationMail } from '../mail/mail'
import { postOfficeMail } from '../mail/officeMails'
import type { Services } from './services'

type ACollaboration = RecordKind<KnownCollaboration, 'collaborationId'>

/** For whoever shares. */
const ownCollaboration: ACollaboration = {
  resource: 'collaborations',
  noun: 'Collaboration',
  param: 'collaborationId',
  find: locked(collaborations),
  versions: { table: collaborations, read: (tx, { id }) => shownCollaboration(tx, id) },
}

/** For either of the two organizations. */
const eitherCollaboration: ACollaboration = {
  resource: 'collaborations',
  noun: 'Collaboration',
  param: 'collaborationId',
  find: async (tx, place) => {
    const known = await collaborationOf(tx, place.orgId, place.id)
    return known && locked(collaborations)(tx, { ...place, orgId: known.orgId })
  },
}

interface AskedOfSale extends Pick<SaleLinkMaking, 'orgId' | 'caller' | 'now'> {
  params: { orderId: string }
  collaboration: { id: string }
}

export function collaborationHandlers({
  database,
  config,
  now,
  nudgeOutbox,
  secrets,
}: Services): Handlers['collaborations'] {
  const { publicUrl } = config
  const makingOf = ({ orgId, params, collaboration, caller, now: at }: AskedOfSale): SaleLinkMaking => {
    const sale = { orgId, orderId: params.orderId.toLowerCase(), collaborationId: collaboration.id }
    return { ...sale, caller, now: at, publicUrl, secrets }
  }
  const refuseSale = (asked: AskedOfSale & { tx: Transaction }) => refuseByTerms(asked.tx, makingOf(asked))
  const answered = async (orgId: string, id: string) => {
    const data = await readCollaboration(database, { orgId }, id)
    if (!data) throw notFound('Collaboration')
    return { data }
  }

  /** Mails a new link; who has the old one has nothing. */
  const invite = (
    tx: Transaction,
    row: Pick<KnownCollaboration, 'orgId' | 'id' | 'email' | 'orgName' | 'inviterName' | 'inviterEmail'>,
    token: string,
  ) => {
    const parameters = new URLSearchParams({
      collaboratorId: row.id,
      collaboratorOrgName: row.orgName,
      collaboratorName: row.inviterName,
      collaboratorEmail: row.inviterEmail,
      token,
    })
    const link = `${config.publicUrl}/admin/collaborations/?${parameters.toString()}`
    const mail = collaborationMail(row.email, { organizationName: row.orgName, inviterName: row.inviterName }, link)
    return postOfficeMail(tx, row.orgId, 'collaboration', mail)
  }

  const step = (type: 'pause' | 'resume') =>
    withRecord(
      ownCollaboration,
      async ({ tx, orgId, id, record, happening }) => {
        const state = await takeStep(tx, happening, collaborationLife, record.state, { type })
        await tx
          .update(collaborations)
          .set({ state })
          .where(hasKey(collaborations, orgId, id))
        return { id }
      },
      ({ id }, { orgId }) => answered(orgId, id),
    )

  return {
    list: async ({ query: { organizationId, ...asked }, caller }) => {
      const orgId = ownOrganization(caller, organizationId)
      const { rows, total } = await database.tenant(orgId, (tx) => listedCollaborations(tx, asked))
      return { data: rows, meta: { total } }
    },

    received: async ({ query: { organizationId, ...asked }, caller }) => {
      const partnerId = ownOrganization(caller, organizationId)
      const { rows, total } = await database.partner({ partnerId }, (tx) => receivedCampaigns(tx, asked, now()))
      return { data: rows, meta: { total } }
    },

    get: async ({ params: { collaborationId }, query, caller }) => ({
      // It names the organization that it is of, so that whoever follows a link in another one is led there.
      data: await found(
        caller,
        query,
        (asking) => readCollaboration(database, asking, collaborationId.toLowerCase()),
        'anywhere',
      ),
    }),

    offers: async ({ params: { collaborationId }, query, caller }) => ({
      data: await found(caller, query, (asking) => readSharedOffers(database, asking, collaborationId.toLowerCase())),
    }),

    orders: async ({ params: { collaborationId }, query: { organizationId, as, ...asked }, caller }) => {
      const { rows, total } = await found(caller, { organizationId, as }, (asking) =>
        readSoldOrders(database, asking, collaborationId.toLowerCase(), asked),
      )
      return { data: rows, meta: { total } }
    },

    statement: async ({ params: { collaborationId }, query, caller }) => ({
      data: await found(caller, query, async (asking) => {
        const told = await readStatement(database, asking, collaborationId.toLowerCase())
        if (told) refuseReading(ownMembership(caller, asking.orgId), 'collaborations.statement')
        return told
      }),
    }),

    sell: byCollaboration(
      async ({ tx, orgId, collaboration, caller, now: at, body }) => {
        // Whoever may not add a customer adds none with an order either.
        refuseForbidden(ownMembership(caller, body.organizationId), 'customers.create')
        return sellByCollaboration(tx, { orgId, collaborationId: collaboration.id, caller, now: at }, body)
      },
      async ({ orderId }, { collaboration }) => ({ data: await readSoldOrder(database, collaboration, orderId) }),
    ),

    payment: async ({ params: { collaborationId, orderId }, query: { organizationId }, caller }) => {
      const membership = ownMembership(caller, organizationId)
      const mayLink = whyRefused(membership, 'collaborations.createPaymentLink') === undefined
      const sale = { partnerId: membership.orgId, mayLink, collaborationId, orderId }
      return { data: await readSalePayment({ database, secrets, publicUrl, now: now() }, sale) }
    },

    createPaymentLink: byCollaboration(
      async (asked) => sealedLink(secrets, await makeSaleLink(asked.tx, makingOf(asked), asked.body)),
      (sealed) => {
        nudgeOutbox()
        return { data: unsealedLink(secrets, sealed) }
      },
      { refuse: refuseSale, again: (sealed, asked) => sealedAgain(asked.tx, makingOf(asked), sealed) },
    ),

    endPaymentLink: byCollaboration(
      (asked) => endSaleLink(asked.tx, makingOf(asked)),
      (data) => ({ data }),
      { refuse: refuseSale },
    ),

    create: inOrganization(
      'Collaboration',
      async ({ tx, orgId, body, caller, now: at }) => {
        const { email, share, campaigns: shared } = body
        const isOnlyHere = caller.memberships.every((membership) => membership.orgId === orgId)
        if (email === caller.user.email.toLowerCase() && isOnlyHere) {
          throw invalid([{ path: 'body.email', message: invitationTold.self }])
        }
        await refuseForeign(tx, orgId, shared)
        const [organization] = await tx
          .select({ name: organizations.name })
          .from(organizations)
          .where(eq(organizations.id, orgId))
        const token = newToken()
        const [created] = await tx
          .insert(collaborations)
          .values({
            orgId,
            orgName: organization?.name ?? '',
            inviterId: caller.userId,
            inviterName: caller.user.name || caller.user.email,
            inviterEmail: caller.user.email,
            email,
            sharePoints: sharePoints(share),
            tokenHash: tokenHash(token),
            expiresAt: expiryOf('collaborationInvite', at),
          })
          .onConflictDoNothing()
          .returning()
        if (!created) throw invalid([{ path: 'body.email', message: alreadyInvited }])
        await tx.insert(collaborationCampaigns).values(rowsOf(orgId, created.id, shared))
        const happening = { orgId, resource: 'collaborations', recordId: created.id, caller, now: at }
        await keepEvent(tx, happening, { kind: 'invite', to: 'invited' })
        await invite(tx, created, token)
        return { id: created.id }
      },
      ({ id }, { orgId }) => {
        nudgeOutbox()
        return answered(orgId, id)
      },
    ),

    share: withRecord(
      ownCollaboration,
      async ({ tx, orgId, id, record, body: { campaigns: shared }, happening }) => {
        await takeStep(tx, happening, collaborationLife, record.state, { type: 'share' })
        await refuseForeign(tx, orgId, shared)
        const ofThis = and(eq(collaborationCampaigns.orgId, orgId), eq(collaborationCampaigns.collaborationId, id))
        const ids = shared.map(({ campaignId }) => campaignId.toLowerCase())
        await tx.delete(collaborationCampaigns).where(and(ofThis, notInArray(collaborationCampaigns.campaignId, ids)))
        await tx
          .insert(collaborationCampaigns)
          .values(rowsOf(orgId, id, shared))
          .onConflictDoUpdate({
            target: [
              collaborationCampaigns.orgId,
              collaborationCampaigns.collaborationId,
              collaborationCampaigns.campaignId,
            ],
            set: { right: sql`excluded."right"` },
          })
        // What is shared is a part of it, so whoever has read it before has read an older one.
        await tx
          .update(collaborations)
          .set({ state: record.state })
          .where(hasKey(collaborations, orgId, id))
        return { id }
      },
      ({ id }, { orgId }) => answered(orgId, id),
    ),

    renew: withRecord(
      ownCollaboration,
      async ({ tx, orgId, id, record, happening }) => {
        await takeStep(tx, happening, collaborationLife, record.state, { type: 'renew' })
        const token = newToken()
        await tx
          .update(collaborations)
          .set({ tokenHash: tokenHash(token), expiresAt: expiryOf('collaborationInvite', happening.now) })
          .where(hasKey(collaborations, orgId, id))
        await invite(tx, record, token)
        return { id }
      },
      ({ id }, { orgId }) => {
        nudgeOutbox()
        return answered(orgId, id)
      },
    ),

    pause: step('pause'),
    resume: step('resume'),

    end: withRecord(
      eitherCollaboration,
      async ({ tx, id, record, happening }) => {
        const state = await takeStep(tx, happening, collaborationLife, record.state, { type: 'end' })
        await tx
          .update(collaborations)
          .set({ state })
          .where(hasKey(collaborations, record.orgId, id))
        return { id }
      },
      ({ id }, { orgId }) => answered(orgId, id),
    ),

    invitation: async ({ body: { token }, caller }) => ({ data: await readInvitation(database, token, caller, now()) }),

    accept: inOrganization(
      'Collaboration',
      async ({ tx, orgId, headers, body: { token, campaigns: taken }, caller, now: at }) => {
        const { orgId: sharing, id } = await invitationOf(tx, token, caller)
        if (sharing === orgId) throw invalid([{ path: 'body.organizationId', message: invitationTold.self }])
        // Of two that accept for the same organization the second waits here, and finds what the first has made.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${sharing} ${orgId}`}, 0))`)
        const row = await locked(collaborations)(tx, { orgId: sharing, id, caller, now: at })
        // Who may change it no more sees it, and what has become of it.
        const known = row ?? (await invitationOf(tx, token, caller))
        const state = await takeStep(
          tx,
          { orgId, resource: 'collaborations', recordId: id, caller, now: at },
          collaborationLife,
          known.state,
          { type: 'accept' },
        )
        if (known.expiresAt <= at) throw new Refusal(409, 'not_possible', invitationTold.expired)
        if (isOutdated(headers, known.version)) throw await changedOffer(tx, known)
        const live = and(
          eq(collaborations.orgId, sharing),
          eq(collaborations.partnerOrgId, orgId),
          inArray(collaborations.state, ['active', 'paused']),
        )
        if ((await tx.$count(collaborations, live)) > 0) throw new Refusal(409, 'not_possible', invitationTold.already)
        await narrow(tx, sharing, id, taken)
        const [organization] = await tx
          .select({ name: organizations.name })
          .from(organizations)
          .where(eq(organizations.id, orgId))
        await tx
          .update(collaborations)
          .set({
            state,
            partnerOrgId: orgId,
            partnerName: organization?.name ?? '',
            collaboratorName: caller.user.name || caller.user.email,
            acceptedAt: at,
          })
          .where(hasKey(collaborations, sharing, id))
        return { id }
      },
      ({ id }, { orgId }) => answered(orgId, id),
      // The link opens what it invites to, so its token is kept in no hash.
      { bodyOf: ({ body: { organizationId, campaigns: taken } }) => ({ organizationId, taken }) },
    ),

    decline: inOrganization(
      'Collaboration',
      async ({ tx, orgId, body: { token }, caller, now: at }) => {
        const { orgId: sharing, id } = await invitationOf(tx, token, caller)
        const row = await locked(collaborations)(tx, { orgId: sharing, id, caller, now: at })
        const known = row ?? (await invitationOf(tx, token, caller))
        const happening = { orgId, resource: 'collaborations', recordId: id, caller, now: at }
        const state = await takeStep(tx, happening, collaborationLife, known.state, { type: 'decline' })
        await tx
          .update(collaborations)
          .set({ state })
          .where(hasKey(collaborations, sharing, id))
        return true
      },
      acknowledging('Invitation declined'),
    ),
  }
}

/** What is found in the organization that is asked as, else in any of the caller's, as `anywhere` asks for. Throws a 404. */
async function found<T>(
  caller: Caller,
  { organizationId, as }: { organizationId?: string | undefined; as?: 'partner' | undefined },
  read: (asking: Asking) => Promise<T | undefined>,
  where: 'asked' | 'anywhere' = 'asked',
): Promise<T> {
  const asked = organizationId === undefined ? [] : [ownOrganization(caller, organizationId)]
  const others = caller.memberships.map(({ orgId }) => orgId).filter((orgId) => !asked.includes(orgId))
  for (const orgId of asked.length === 0 || where === 'anywhere' ? [...asked, ...others] : asked) {
    const data = await read({ orgId, as })
    if (data) return data
  }
  throw notFound('Collaboration')
}

const rowsOf = (orgId: string, collaborationId: string, shared: readonly Sharing[]) =>
  shared.map(({ campaignId, right }) => ({ orgId, collaborationId, campaignId: campaignId.toLowerCase(), right }))

/** Throws a 422 for what is not the organization's own, such as a campaign that is shared with it. */
async function refuseForeign(tx: Transaction, orgId: string, shared: readonly Sharing[]): Promise<void> {
  const ids = shared.map(({ campaignId }) => campaignId.toLowerCase())
  const own = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.orgId, orgId), inArray(campaigns.id, ids.filter(isId))))
  const known = new Set(own.map(({ id }) => id))
  const foreign = ids.findIndex((id) => !known.has(id))
  if (foreign >= 0) throw invalid([{ path: `body.campaigns.${foreign}.campaignId`, message: notOwnCampaign }])
}

/** What has been offered since; who accepts has read less, or more, of it. */
async function changedOffer(tx: Transaction, { orgId, id, version }: KnownCollaboration): Promise<Refusal> {
  const offered = await tx
    .select({ campaignId: collaborationCampaigns.campaignId, right: collaborationCampaigns.right })
    .from(collaborationCampaigns)
    .where(and(eq(collaborationCampaigns.orgId, orgId), eq(collaborationCampaigns.collaborationId, id)))
  return new Refusal(409, 'outdated', invitationTold.changed, {
    details: { current: { id, version, campaigns: offered } },
  })
}

/** Leaves of what is offered what is taken. Throws a 422 for more than that. */
async function narrow(tx: Transaction, sharing: string, id: string, taken: readonly Sharing[]): Promise<void> {
  const ofThis = and(eq(collaborationCampaigns.orgId, sharing), eq(collaborationCampaigns.collaborationId, id))
  const offered = await tx.select().from(collaborationCampaigns).where(ofThis)
  const rightOf = new Map(offered.map(({ campaignId, right }) => [campaignId, right]))
  const wanted = new Map(taken.map(({ campaignId, right }) => [campaignId.toLowerCase(), right]))
  const beyond = [...wanted].findIndex(([campaignId, right]) => {
    const offer = rightOf.get(campaignId)
    return offer === undefined || (right === 'sell' && offer === 'see')
  })
  if (beyond >= 0) throw invalid([{ path: `body.campaigns.${beyond}`, message: 'That is more than is offered' }])
  const left = offered.map(({ campaignId }) => campaignId).filter((campaignId) => !wanted.has(campaignId))
  const seen = offered.flatMap(({ campaignId, right }) =>
    right === 'sell' && wanted.get(campaignId) === 'see' ? [campaignId] : [],
  )
  if (left.length > 0) {
    await tx.delete(collaborationCampaigns).where(and(ofThis, inArray(collaborationCampaigns.campaignId, left)))
  }
  if (seen.length > 0) {
    await tx
      .update(collaborationCampaigns)
      .set({ right: 'see' })
      .where(and(ofThis, inArray(collaborationCampaigns.campaignId, seen)))
  }
}
