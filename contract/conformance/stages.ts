import { dutyNamed } from '../permissions'
import { callsOf, resources } from './engine/calls'
import type { Run } from './engine/run'
import type { World } from './engine/world'
import type { RuleId } from './rules'
import { checkApiTokens, checkBriefToken, laneOfMoment } from './scenario/apiTokens'
import { checkArchives } from './scenario/archives'
import { checkAutoresponders } from './scenario/autoresponders'
import { checkBulkJobs } from './scenario/bulkJobs'
import { checkCampaigns } from './scenario/campaigns'
import { checkConcurrency } from './scenario/concurrency'
import { checkCustomers } from './scenario/customers'
import { checkDemandedSteps } from './scenario/demandedSteps'
import { checkDevices, checkSigningOut } from './scenario/devices'
import { generatedCampaigns, generatedOffers, generatedReads, generatedSearches } from './scenario/generated'
import { checkCollaborations } from './scenario/collaborations'
import { checkInvites } from './scenario/invites'
import { checkEvents } from './scenario/events'
import { checkForeignSelling } from './scenario/foreignSelling'
import { checkFulfilments } from './scenario/fulfilments'
import { checkGateways } from './scenario/gateways'
import { checkRequestKeys } from './scenario/requestKeys'
import { checkWebhooks } from './scenario/webhooks'
import { checkWholeLists, wholeResources } from './scenario/wholeLists'
import { checkDeclaredCalls, checkDeclaredPages } from './scenario/declaredCalls'
import { checkDeclaredLists } from './scenario/declaredLists'
import { checkLists } from './scenario/lists'
import { checkFindAnything } from './scenario/findAnything'
import { checkImportColumns } from './scenario/importColumns'
import { checkImportedSales } from './scenario/importedSales'
import { checkMails } from './scenario/mails'
import { checkMembers } from './scenario/members'
import { checkOfferImports } from './scenario/offerImports'
import { checkOffers } from './scenario/offers'
import { checkOrderDrafts } from './scenario/orderDrafts'
import { checkOrders } from './scenario/orders'
import { checkOrderMails } from './scenario/orderMails'
import { laneOfPlace } from './scenario/ownPlace'
import { checkPasskeys } from './scenario/passkeys'
import { checkPayment } from './scenario/payment'
import { checkPermissions } from './scenario/permissions'
import { checkPayments } from './scenario/payments'
import { checkPhoneCalls } from './scenario/phoneCalls'
import { checkProductImports } from './scenario/productImports'
import { checkProducts } from './scenario/products'
import { checkPreferences } from './scenario/preferences'
import { checkProfile } from './scenario/profile'
import { checkRefusals } from './scenario/refusals'
import { checkReports } from './scenario/reports'
import { checkResilience } from './scenario/resilience'
import { withScratch } from './scenario/scratch'
import { checkSavedViews } from './scenario/savedViews'
import { checkSearch } from './scenario/search'
import { walkShop } from './scenario/shopWalk'
import { checkDashboard, checkLeaderboard, laneOfBoard } from './scenario/standings'
import { checkSellingCampaigns } from './scenario/sellingCampaigns'
import { checkSessions } from './scenario/sessions'
import { checkTelephone } from './scenario/telephone'
import { checkTenants } from './scenario/tenants'
import { checkTokens } from './scenario/tokens'
import { checkTwoSteps } from './scenario/twoSteps'
import { generatedIds } from './scenario/unknownIds'

/** A part of the run. */
export interface Stage {
  title: string
  /**
   * The resources that its rules are applied to; one of them has to be wanted. So a run with --only one has the verdict of the
   * whole about its calls.
   */
  resources: readonly string[]
  /** Whether all of it writes, so that a read-only run leaves it out. */
  writes: boolean
  /** Its share of the time, roughly in seconds on the reference server. */
  weight: number
  /** Where it goes on beside other parts, as nothing that they do is seen there; undefined where something is. */
  lane?: (run: Run, world: World) => Promise<string | undefined>
  /** The lane that has to be through before it, as both do something in one place. */
  after?: string
  /** Whether it needs to be alone: what it does is seen everywhere, or it asks what has come of everything else. */
  afterAll?: boolean
  work: (run: Run, world: World) => Promise<void>
}

/** What can only be seen by writing. */
export const writingRules = [
  'offers.create',
  'offers.update',
  'offers.partial',
  'offers.others',
  'offers.ownFields',
  'offers.concurrent',
  'offers.delete',
  'offers.deleteOnly',
  'offers.restore',
  'offers.afterDelete',
  'campaigns.update',
  'campaigns.partial',
  'campaigns.concurrent',
  'autoresponders.create',
  'customers.create',
  'customers.update',
  'customers.partial',
  'customers.others',
  'customers.delete',
  'customers.restore',
  'customers.timeline',
  'customers.alike',
  'customers.merge',
  'customers.unmerge',
  'products.create',
  'products.update',
  'products.sku',
  'products.archive',
  'products.copy',
  'products.stock',
  'products.movements',
  'products.categories',
  'sheetImports.judged',
  'sheetImports.commit',
  'sheetImports.undo',
  'sheetImports.withdraw',
  'sheetImports.columns',
  'sheetImports.numbers',
  'sheetImports.orders',
  'sheetImports.tracking',
  'mails.counted',
  'orders.place',
  'orders.once',
  'orders.refused',
  'orders.amounts',
  'orders.stock',
  'orders.number',
  'orders.copies',
  'orders.timeline',
  'orders.address',
  'orders.cancel',
  'payments.link',
  'payments.testCards',
  'payments.declined',
  'payments.card',
  'payments.bank',
  'payments.once',
  'payments.oneAtATime',
  'payments.ended',
  'payments.codes',
  'payments.sums',
  'refunds.amount',
  'refunds.once',
  'refunds.cap',
  'refunds.lines',
  'gateways.list',
  'gateways.secrets',
  'gateways.cap',
  'gateways.switch',
  'gateways.rehearse',
  'gateways.reconcile',
  'gateways.figures',
  'transactions.sums',
  'fulfilments.pack',
  'fulfilments.split',
  'fulfilments.tracking',
  'fulfilments.scan',
  'fulfilments.life',
  'fulfilments.steps',
  'fulfilments.cancel',
  'fulfilments.order',
  'fulfilments.begin',
  'webhooks.list',
  'webhooks.secrets',
  'webhooks.messages',
  'plugins.list',
  'plugins.secrets',
  'plugins.used',
  'autoresponders.update',
  'autoresponders.preview',
  'autoresponders.pause',
  'autoresponders.delete',
  'orderMails.list',
  'orderMails.change',
  'orderMails.preview',
  'sellers.change',
  'dashboard.queue',
  'dashboard.own',
  'leaderboard.figures',
  'leaderboard.ranks',
  'leaderboard.goals',
  'reports.figures',
  'reports.csv',
  'reports.refused',
  'orders.sums',
  'orderLines.sums',
  'calls.sums',
  'shop.figures',
  'shop.calls',
  'savedReports.kept',
  'savedReports.mail',
  'savedReports.delete',
  'savedViews.kept',
  'savedViews.share',
  'savedViews.default',
  'savedViews.delete',
  'members.list',
  'members.role',
  'members.out',
  'members.duties',
  'members.settled',
  'organization.change',
  'permissions.change',
  'audit.told',
  'audit.found',
  'audit.timeline',
  'audit.csv',
  'lists.csv',
  'lists.agree',
  'lists.gone',
  'archives.parts',
  'bulkJobs.rows',
  'saved.own',
  'mails.sent',
  'mails.link',
  'mails.list',
  'mails.test',
  'mails.retry',
  'orderDrafts.keep',
  'orderDrafts.list',
  'orderDrafts.ended',
  'calls.life',
  'calls.open',
  'calls.callBacks',
  'telephone.tokens',
  'telephone.calls',
  'campaigns.create',
  'campaigns.members',
  'campaigns.archive',
  'campaigns.copy',
  'campaigns.script',
  'campaigns.kinds',
  'events.told',
  'events.resumed',
  'events.together',
  'events.nothingElse',
  'create.once',
  'change.again',
  'change.outdated',
  'profile.update',
  'profile.others',
  'invites.make',
  'invites.link',
  'invites.bound',
  'invites.revoke',
  'collaborations.make',
  'collaborations.closed',
  'collaborations.end',
  'collaborations.owed',
  'devices.list',
  'devices.end',
  'devices.password',
  'apiTokens.made',
  'apiTokens.scope',
  'apiTokens.revoke',
  'preferences.kept',
  'steps.begin',
  'steps.take',
  'steps.demanded',
  'session.reset',
  'session.resetEnds',
  'refusal.method',
  'refusal.token',
  'access.endedToken',
  'resilience.head',
] as const satisfies readonly RuleId[]

/** Whatever is somebody's duty: agents, programs and whoever is kept out are asked for all of it. */
const ofDuties = [
  ...new Set(callsOf('full').flatMap(({ name, resource }) => (dutyNamed(name) === undefined ? [] : [resource]))),
  // Of what agents see, it is settled how much.
  'orders',
  'orderLines',
  'transactions',
  'calls',
  'reports',
  'search',
  'listExports',
  'audit',
]

/**
 * In this order: what breaks the session or is counted by the server comes last. What has a lane begins early, as it goes on
 * beside what follows.
 */
export const stages: readonly Stage[] = [
  { title: 'sessions', resources: ['users'], writes: false, weight: 1, work: checkSessions },
  { title: 'tenancy', resources, writes: false, weight: 2, work: checkTenants },
  // Before anything is sold there.
  {
    title: 'archives',
    resources: ['archives', 'organizations', 'users'],
    writes: true,
    weight: 1,
    lane: laneOfPlace,
    work: checkArchives,
  },
  {
    title: 'a shop whose books are kept',
    resources: [
      'orders',
      'customers',
      'campaigns',
      'offers',
      'products',
      'calls',
      'search',
      'payments',
      'mails',
      'autoresponders',
      'organizations',
      'gateways',
      'dashboard',
      'orderMails',
      'fulfilments',
      'plugins',
      'webhooks',
      'events',
      'transactions',
    ],
    writes: true,
    weight: 10,
    lane: laneOfPlace,
    work: walkShop,
  },
  {
    title: 'lists as they are described',
    resources: [
      'search',
      'orders',
      'orderLines',
      'transactions',
      'calls',
      'fulfilments',
      'listExports',
      'organizations',
    ],
    writes: false,
    weight: 16,
    lane: laneOfPlace,
    work: checkDeclaredLists,
  },
  {
    title: 'columns of imports',
    resources: ['sheetImports'],
    writes: true,
    weight: 2,
    lane: laneOfPlace,
    work: checkImportColumns,
  },
  {
    title: 'orders of a spreadsheet',
    resources: ['sheetImports', 'campaigns', 'search', 'orders', 'fulfilments', 'listExports', 'organizations'],
    writes: true,
    weight: 1,
    lane: laneOfPlace,
    work: checkImportedSales,
  },
  {
    title: 'bulk changes',
    resources: ['bulkJobs', 'listExports'],
    writes: true,
    weight: 5,
    lane: laneOfPlace,
    work: checkBulkJobs,
  },
  {
    title: 'telephone systems',
    resources: ['telephone', 'calls', 'users', 'search'],
    writes: true,
    weight: 1,
    lane: laneOfPlace,
    work: checkTelephone,
  },
  {
    title: 'API tokens',
    resources: ['apiTokens', 'users', 'audit', ...ofDuties],
    writes: true,
    weight: 4,
    lane: laneOfPlace,
    work: checkApiTokens,
  },
  {
    title: 'a token for a moment',
    resources: ['apiTokens', 'users'],
    writes: true,
    weight: 1,
    lane: laneOfMoment,
    work: checkBriefToken,
  },
  {
    title: 'the leaderboard',
    resources: ['leaderboard', 'orders', 'organizations', 'search', 'dashboard', 'calls'],
    writes: true,
    weight: 12,
    lane: laneOfBoard,
    work: checkLeaderboard,
  },
  { title: 'offers', resources: ['offers', 'search'], writes: true, weight: 2, work: checkOffers },
  { title: 'updates at once', resources: ['offers'], writes: true, weight: 1, work: checkConcurrency },
  { title: 'campaigns', resources: ['campaigns', 'search'], writes: false, weight: 1, work: checkCampaigns },
  {
    title: 'auto-responders',
    resources: ['autoresponders', 'plugins'],
    writes: false,
    weight: 1,
    work: checkAutoresponders,
  },
  { title: 'customers', resources: ['customers', 'search', 'orders'], writes: true, weight: 1, work: checkCustomers },
  { title: 'products', resources: ['products', 'offers', 'search'], writes: true, weight: 1, work: checkProducts },
  {
    title: 'imports of products',
    resources: ['sheetImports', 'products'],
    writes: true,
    weight: 1,
    work: checkProductImports,
  },
  {
    title: 'imports of offers',
    resources: ['sheetImports', 'products', 'offers', 'campaigns'],
    writes: true,
    weight: 1,
    work: checkOfferImports,
  },
  {
    title: 'orders',
    resources: ['orders', 'products', 'search', 'payments'],
    writes: true,
    weight: 2,
    work: checkOrders,
  },
  {
    title: 'payments and refunds',
    resources: ['payments', 'orders', 'products', 'transactions'],
    writes: true,
    weight: 2,
    work: checkPayments,
  },
  {
    title: 'parcels',
    resources: ['fulfilments', 'orders', 'search', 'payments'],
    writes: true,
    weight: 2,
    work: checkFulfilments,
  },
  {
    title: 'gateways',
    resources: ['gateways', 'transactions', 'orders', 'payments'],
    writes: true,
    weight: 1,
    work: checkGateways,
  },
  {
    title: 'mails of orders',
    resources: [
      'mails',
      'orderMails',
      'sellers',
      'plugins',
      'autoresponders',
      'fulfilments',
      'orders',
      'payments',
      'listExports',
    ],
    writes: true,
    weight: 2,
    work: checkOrderMails,
  },
  { title: 'outgoing webhooks', resources: ['webhooks', 'listExports'], writes: true, weight: 1, work: checkWebhooks },
  { title: 'drafts of orders', resources: ['orderDrafts', 'orders'], writes: true, weight: 1, work: checkOrderDrafts },
  { title: 'saved views', resources: ['savedViews'], writes: true, weight: 1, work: checkSavedViews },
  { title: 'the event channel', resources: ['events'], writes: true, weight: 1, work: checkEvents },
  {
    title: 'selling and others',
    resources: ['products', 'sheetImports', 'orders', 'orderDrafts', 'calls', 'campaigns', 'bulkJobs', 'archives'],
    writes: true,
    weight: 1,
    work: checkForeignSelling,
  },
  {
    title: 'keys of requests',
    resources: ['customers', 'products'],
    writes: true,
    weight: 1,
    work: checkRequestKeys,
  },
  { title: 'search', resources: ['search', 'offers'], writes: true, weight: 2, work: checkSearch },
  { title: 'search over all kinds', resources: ['search'], writes: false, weight: 1, work: checkFindAnything },
  // It calls where the board counts calls.
  {
    title: 'phone calls',
    resources: ['calls', 'dashboard'],
    writes: true,
    weight: 1,
    after: 'board',
    work: checkPhoneCalls,
  },
  {
    title: 'the dashboard',
    resources: ['dashboard', 'search', 'mails'],
    writes: true,
    weight: 1,
    work: checkDashboard,
  },
  {
    title: 'reports',
    resources: [
      'reports',
      'savedReports',
      'orders',
      'orderLines',
      'calls',
      'orderDrafts',
      'payments',
      'organizations',
      'search',
    ],
    writes: true,
    weight: 2,
    work: checkReports,
  },
  {
    title: 'campaigns that sell',
    resources: ['campaigns', 'offers'],
    writes: true,
    weight: 1,
    work: checkSellingCampaigns,
  },
  {
    title: 'lists',
    resources: ['search', 'organizations', 'gateways', 'plugins', 'calls', 'fulfilments'],
    writes: false,
    weight: 4,
    work: checkLists,
  },
  { title: 'whole lists', resources: wholeResources, writes: true, weight: 1, work: checkWholeLists },
  { title: 'calls as they are declared', resources, writes: false, weight: 1, work: checkDeclaredCalls },
  // The board calls people as they are called.
  {
    title: 'profile',
    resources: ['users', 'audit', 'members'],
    writes: true,
    weight: 1,
    after: 'board',
    work: checkProfile,
  },
  { title: 'preferences', resources: ['users'], writes: true, weight: 1, work: checkPreferences },
  { title: 'invites', resources: ['invites', 'users', 'mails'], writes: true, weight: 1, work: checkInvites },
  {
    title: 'collaborations',
    resources: ['collaborations', 'listExports', 'audit'],
    writes: true,
    weight: 1,
    work: checkCollaborations,
  },
  { title: 'devices', resources: ['users', 'members'], writes: true, weight: 1, work: checkDevices },
  {
    title: 'permissions and the audit',
    resources: ['organizations', 'audit', 'members', 'products', 'search', 'listExports'],
    writes: true,
    weight: 3,
    work: checkPermissions,
  },
  { title: 'two steps', resources: ['users'], writes: true, weight: 1, work: checkTwoSteps },
  { title: 'passkeys', resources: ['users'], writes: true, weight: 1, work: checkPasskeys },
  { title: 'generated searches', resources: ['search'], writes: false, weight: 2, work: generatedSearches },
  { title: 'generated reads', resources: ['campaigns'], writes: false, weight: 1, work: generatedReads },
  { title: 'generated offers', resources: ['offers'], writes: true, weight: 2, work: generatedOffers },
  { title: 'generated campaigns', resources: ['campaigns'], writes: true, weight: 1, work: generatedCampaigns },
  {
    title: 'unknown ids',
    resources: ['campaigns', 'offers', 'autoresponders', 'customers'],
    writes: false,
    weight: 1,
    work: generatedIds,
  },
  { title: 'payment links', resources: ['orders'], writes: false, weight: 1, work: checkPayment },
  {
    title: 'demanded second steps',
    resources: ['users', ...ofDuties],
    writes: true,
    weight: 1,
    afterAll: true,
    work: checkDemandedSteps,
  },
  {
    title: 'members',
    // Those of the part before it are among them, as it ends what that has begun.
    resources: ['users', 'dashboard', 'events', ...ofDuties],
    writes: true,
    // They work where the books are kept.
    after: 'books',
    weight: 10,
    work: checkMembers,
  },
  // Once there is of everything what the other parts make.
  { title: 'pages as they are declared', resources, writes: false, weight: 2, work: checkDeclaredPages },
  {
    title: 'missing and wrong tokens',
    resources,
    writes: false,
    weight: 2,
    afterAll: true,
    work: (run, world) => withScratch(run, world, (scratch) => checkTokens(run, world, scratch)),
  },
  {
    title: 'refusals',
    resources,
    writes: false,
    weight: 3,
    work: (run, world) => withScratch(run, world, (scratch) => checkRefusals(run, world, scratch)),
  },
  { title: 'resilience', resources, writes: false, weight: 4, work: checkResilience },
  { title: 'signing out everywhere', resources: ['users'], writes: true, weight: 1, work: checkSigningOut },
  { title: 'mails', resources: ['users'], writes: true, weight: 1, work: checkMails },
]
