import { availableParallelism } from 'node:os'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { askAgain } from './vite/askAgain.ts'
import { compiledEarly } from './vite/compileHints.ts'
import { compressed } from './vite/compress.ts'
import { firstFrame } from './vite/firstFrame.ts'
import { importedBy } from './vite/importedBy.ts'
import { paymentPage } from './vite/paymentPage.ts'
import { preloads } from './vite/preload.ts'
import { publicPage } from './vite/publicPage.ts'
import { withoutMutations } from './vite/queryCore.ts'
import { withoutSummaries } from './vite/summaries.ts'
import { withoutDeadZod, withoutQueryHooks } from './vite/tsRest.ts'

const path = (id: string) => id.replaceAll('\\', '/')

const isImportedByMain = importedBy('src/main.tsx')

const isImportedByCampaign = importedBy('src/screens/campaigns/CampaignScreen.tsx')

/**
 * What almost every page has: what can be done, with menus and buttons and the icons that most of them show, what reads
 * and shows a few rows and lets the rest come later, what the life of any record is told by, and how fields are read.
 */
const isOfEveryPage = (id: string) =>
  /\/(?:src\/(?:components\/(?:actions\/\w+|base\/Moment|form\/placed|layout\/LaterPart)|app\/useTabsAtAddress|browser\/(?:handFocusOn|use(?:Idle|Media|Slash))|data\/useList|screens\/(?:bulkJobs\/manyActions|records\/actions))|contract\/forms\/(?:changedFields|fields)|machines\/(?:lives\/life|table\/listQuery\.machine))\.tsx?$|\/lucide-react\/dist\/esm\/icons\/(?:archive(?:-arrow-up)?|chevron-down)\./.test(
    path(id),
  )

/** Whatever main.tsx imports, however far away, and what the page of a campaign has of what pages are made of. */
const isOfFirstPage: typeof isImportedByMain = (id, graph) =>
  (/\/(?:src\/(?:components\/(?:base|record)|screens\/layout)|machines\/record)\//.test(path(id)) &&
    isImportedByCampaign(id, graph)) ||
  isOfEveryPage(id) ||
  isImportedByMain(id, graph)

const isImportedByTable = importedBy('src/components/table/ResourceTable.tsx')

/** Whatever every large list is made of; what is opened from it comes later. */
const isOfLargeList: typeof isImportedByTable = (id, graph) =>
  /\/src\/(?:components\/table\/(?:ResourceTable|listFilters)|screens\/listExports\/exporting)\.tsx?$/.test(path(id)) ||
  isImportedByTable(id, graph)

/** The inspector's page at the address that the server gives it. */
const inspectorPage: Plugin = {
  name: 'inspector-page',
  configureServer: ({ middlewares }) =>
    void middlewares.use((request, _response, next) => {
      if (/^\/inspector\/?(?:\?|$)/.test(request.url ?? '')) request.url = '/inspector.html'
      if (/^\/inspector\/app\/?(?:\?|$)/.test(request.url ?? '')) request.url = '/replayed.html'
      next()
    }),
}

export default defineConfig({
  plugins: [
    inspectorPage,
    tanstackRouter({ target: 'react', autoCodeSplitting: false, quoteStyle: 'single' }),
    react(),
    withoutSummaries(),
    withoutDeadZod(),
    withoutQueryHooks(),
    withoutMutations(),
    askAgain(),
    preloads(),
    firstFrame(),
    publicPage(),
    compiledEarly(),
    compressed(),
    paymentPage(),
  ],
  // What the packages bring for a React without it; ours has it.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: {
    target: 'es2023',
    // See askAgain.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, deps, { hostType }) => (hostType === 'html' ? deps : []),
    },
    reportCompressedSize: false,
    // The first page is one file on purpose.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // Most of the time goes to compression, as it should.
      checks: { pluginTimings: false },
      input: ['index.html', 'inspector.html', 'replayed.html'],
      output: {
        // Few files: fifty small ones cost more in headers and compression than they save.
        codeSplitting: {
          groups: [
            { name: (id, graph) => (isOfFirstPage(id, graph) ? 'first' : null), priority: 2 },
            // What every form is made of, with its controls.
            {
              name: 'forms',
              priority: 1,
              test: (id) =>
                /\/(?:machines\/(?:form|refusedFields)|src\/components\/(?:form\/(?:CheckboxField|FieldFrame|NumberField|SelectField|TextField)|layout\/Grid))\.tsx?$|\/styled-system\/recipes\/(?:field|grid-style)\.m?js$/.test(
                  path(id),
                ),
            },
            // What flows change a record by; a new order has forms, and does without.
            {
              name: 'recordForm',
              priority: 1,
              test: (id) => /\/(?:machines\/recordForm|components\/form\/useForm)\.ts$/.test(path(id)),
            },
            // What an offer is edited by, in its form and in place.
            {
              name: 'offers',
              priority: 1,
              test: (id) =>
                /\/(?:contract\/forms\/offers|src\/(?:screens\/offers\/(?:inPlace|offerLabels)|components\/form\/PlacedForm))\.tsx?$|\/recipes\/in-place\.js$/.test(
                  path(id),
                ),
            },
            // What can be done with a campaign, on its page, in its list and on the dashboard.
            {
              name: 'campaigns',
              priority: 1,
              test: (id) => /\/(?:machines\/lives\/campaignLife|screens\/campaigns\/actions)\.tsx?$/.test(path(id)),
            },
            // The bar of a call and what others change, which every page has soon after it is seen.
            {
              name: 'call',
              priority: 2,
              test: (id) =>
                /\/(?:contract\/(?:extensions\/(?:calls|change)|rules\/wrapUp)|machines\/(?:actors|calls\/(?:ongoingCall\.machine|openCalls))|src\/(?:data\/(?:changeStream|changedRecords|flowActors|workerSilence|resources\/(?:openCalls|wholeList))|screens\/calls\/(?:OngoingCallBar|WorkerBar|lazyTalking|lazyWrapUp|useOngoingCall)))\.tsx?$/.test(
                  path(id),
                ),
            },
            // What a new order is made of, of which some dialogs have a part.
            {
              name: 'newOrder',
              priority: 1,
              test: (id) =>
                /\/(?:contract\/rules\/(?:orderNew(?:Changes)?|script|selling)|machines\/orders\/(?:draftKeeping(?:\.machine|Setup)|orderNew(?:\.machine|Parts|Setup)|orderOptions\.machine)|src\/(?:browser\/storedDrafts|components\/form\/LaterCombobox|data\/resources\/orderDrafts))\.tsx?$/.test(
                  path(id),
                ),
            },
            // The link to pay an order by, on its page and where it was just placed.
            {
              name: 'paymentLink',
              priority: 1,
              test: (id) =>
                /\/(?:machines\/orders\/paymentLink\.machine|src\/screens\/orders\/(?:PaymentLink(?:Card)?|paymentLinkActions|usePaymentLink))\.tsx?$/.test(
                  path(id),
                ),
            },
            // And what other pages have of it, each by itself.
            {
              name: (id) =>
                /\/(contract\/(?:countries|timeline|extensions\/(?:addresses|customers)|forms\/addresses|rules\/days)|recipes\/order-new|src\/data\/resources\/orders|src\/browser\/useFocusKept)\.m?[jt]s$/
                  .exec(path(id))?.[1]
                  ?.replaceAll('/', '-') ?? null,
              priority: 2,
            },
            // How lists are arranged, which whoever has chosen anything has on pages without one, too.
            {
              name: 'listLayouts',
              priority: 2,
              test: (id) => /\/(?:contract\/rules\/listLayout|src\/app\/listLayouts)\.ts$/.test(path(id)),
            },
            // Who buys, as forms ask for it.
            {
              name: 'buyer',
              priority: 2,
              test: (id) => /\/contract\/forms\/(?:customers|orders)\.ts$/.test(path(id)),
            },
            // What a list of any kind is made of, with the icons that it shows, and what only the large ones have.
            {
              name: 'list',
              priority: 1,
              test: (id) =>
                /\/src\/components\/(?:table\/(?:FilterSelect|SearchBox|paging|tableColumns)|layout\/(?:LaterMenu|SimpleTable))\.tsx?$|\/lucide-react\/dist\/esm\/icons\/(?:arrow-(?:down|up)|chevron-(?:left|right)|search)\./.test(
                  path(id),
                ),
            },
            // A few rows without tools and what takes them along as a file, as pages have that are no lists.
            {
              name: 'rows',
              priority: 1,
              test: (id) =>
                /\/(?:(?:src\/components\/table\/(?:RowsTable|FilterChips|TableGrid|TableHead|TableRows|RowChoice|Pager|columns)|machines\/table\/listCsv\.machine)\.tsx?|styled-system\/recipes\/pager\.js)$/.test(
                  path(id),
                ),
            },
            { name: (id, graph) => (isOfLargeList(id, graph) ? 'table' : null) },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:3000', '/config.json': 'http://127.0.0.1:3000' } },
  test: {
    include: ['{contract,machines,src,server,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', '**/node_modules/**'],
    setupFiles: ['tests/timesOfFiles.ts'],
    // Loading the server anew for every file takes a third of the time of its tests.
    isolate: false,
    // Most tests wait for processes and databases, so that four at once do well on two cores.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // Ends what hangs; how long something takes is never judged here, on machines that may be busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
