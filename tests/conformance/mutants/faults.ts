import type { Fault } from './exchange'
import { webhooks } from './faults/webhooks'
import { apiTokens } from './faults/apiTokens'
import { access } from './faults/access'
import { agreement } from './faults/agreement'
import { customerMerges } from './faults/customerMerges'
import { customersAlike } from './faults/customersAlike'
import { devices } from './faults/devices'
import { passkeys } from './faults/passkeys'
import { demandedSteps, stepSignIns, twoSteps } from './faults/twoSteps'
import { eventStreams } from './faults/events'
import { fulfilments } from './faults/fulfilments'
import { waysToWrite } from './faults/waysToWrite'
import { notKept, toldOtherwise } from './faults/kept'
import { listsAndFigures } from './faults/figures'
import { unfollowing } from './faults/follows'
import { gateways } from './faults/gateways'
import { goodsAndMoney } from './faults/goodsAndMoney'
import { foundAndRead, members, whoMay } from './faults/members'
import { orderMails } from './faults/mails'
import { orderDrafts } from './faults/orderDrafts'
import { orderImports } from './faults/orderImports'
import { orders } from './faults/orders'
import { outside } from './faults/outside'
import { ownAndMany } from './faults/ownAndMany'
import { payments } from './faults/payments'
import { people } from './faults/people'
import { permissions } from './faults/permissions'
import { phoneCalls } from './faults/phoneCalls'
import { bulkJobs } from './faults/bulkJobs'
import { collaborations } from './faults/collaborations'
import { inside } from './faults/inside'
import { invites } from './faults/invites'
import { offerImports } from './faults/offerImports'
import { productImports } from './faults/productImports'
import { files } from './faults/files'
import { preferences } from './faults/preferences'
import { products } from './faults/products'
import { reports } from './faults/reports'
import { refused } from './faults/refusals'
import { resilience } from './faults/resilience'
import { searching } from './faults/search'
import { seldom } from './faults/seldom'
import { sellingCampaigns } from './faults/sellingCampaigns'
import { sheetLines, soldRecords } from './faults/soldRecords'
import { standings } from './faults/standings'
import { sessions } from './faults/sessions'
import { shapes } from './faults/shapes'
import { writes } from './faults/writes'

/** Every fault by what it breaks; each is put between checker and server alone. */
export const groups: Record<string, Fault[]> = {
  'shape of answers': shapes,
  refusals: refused,
  access,
  'signing in and the profile': sessions,
  'devices and passwords': devices,
  'API tokens': apiTokens,
  preferences,
  'the second step at sign-in': twoSteps,
  'signing in with a second step': stepSignIns,
  'a demanded second step': demandedSteps,
  passkeys,
  invites,
  collaborations,
  search: searching,
  'what is written': writes,
  resilience,
  'outgoing webhooks': webhooks,
  'customers that are alike': customersAlike,
  'customers that become one': customerMerges,
  products,
  'imports of products': productImports,
  'imports of offers': offerImports,
  'imports of orders': orderImports,
  orders,
  'drafts of orders': orderDrafts,
  'payments and refunds': payments,
  gateways,
  parcels: fulfilments,
  'dashboard and leaderboard': standings,
  reports,
  'sales in all lists': agreement,
  'mails of orders': orderMails,
  'phone calls': phoneCalls,
  'permissions and the audit': permissions,
  'campaigns that sell': sellingCampaigns,
  'who may what, and since when': people,
  'the event channel': eventStreams,
  'lists and figures': listsAndFigures,
  'members and telephone systems': members,
  'who may, how often, and with whose': whoMay,
  'what is found and read': foundAndRead,
  'people inside, and what others are told': inside,
  'of many, and of somebody alone': ownAndMany,
  'one action over many records': bulkJobs,
  'people outside, and what is said of them': outside,
  'what follows, and files': unfollowing,
  'what is saved, and files': files,
  'what belongs to what was sold': soldRecords,
  'lines of spreadsheets': sheetLines,
  'what is kept, and whose it is': notKept,
  'each way to write each field': waysToWrite,
  'what one place tells otherwise': toldOtherwise,
  'goods and money, of which there is more than one': goodsAndMoney,
  'what happens seldom to what is sold': seldom,
}

export const faults: Fault[] = Object.values(groups).flat()
