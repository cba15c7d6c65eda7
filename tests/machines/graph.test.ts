import { expect, test } from 'vitest'
import { machineFiles } from '../../machines/qa/chart/machineFiles'
import { explore, type Model } from './explore'
import * as listCsv from './models/listCsv'
import * as bulkJobs from './models/bulkJobs'
import * as archives from './models/archives'
import * as calls from './models/calls'
import * as collaborations from './models/collaborations'
import * as customers from './models/customers'
import * as dialogs from './models/dialogs'
import * as fulfilments from './models/fulfilments'
import * as gateways from './models/gateways'
import * as invites from './models/invites'
import * as lives from './models/lives'
import * as mails from './models/mails'
import * as orderNew from './models/orderNew'
import * as orderPayments from './models/orderPayments'
import * as page from './models/page'
import * as payments from './models/payments'
import * as products from './models/products'
import * as queries from './models/queries'
import * as palette from './models/palette'
import * as reports from './models/reports'
import * as savedViews from './models/savedViews'
import * as tools from './models/tools'
import * as webhooks from './models/webhooks'

const models: Record<string, Model> = {
  ...archives,
  ...listCsv,
  ...bulkJobs,
  ...calls,
  ...collaborations,
  ...customers,
  ...dialogs,
  ...fulfilments,
  ...gateways,
  ...invites,
  ...lives,
  ...mails,
  ...orderNew,
  ...orderPayments,
  ...page,
  ...payments,
  ...products,
  ...palette,
  ...queries,
  ...reports,
  ...savedViews,
  ...tools,
  ...webhooks,
}

test('every machine has a model', () => {
  expect(Object.keys(models).toSorted()).toEqual([...machineFiles().keys()].toSorted())
})

test.each(Object.entries(models))('%s: every state and every transition is taken', (name, model) => {
  const { states, transitions } = explore(model)
  console.log(
    `${name.padEnd(17)} states ${states.covered}/${states.total}  transitions ${transitions.covered}/${transitions.total}`,
  )
  expect({ states: states.missing, transitions: transitions.missing }).toEqual({ states: [], transitions: [] })
})
