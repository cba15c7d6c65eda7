import { getRouteApi, Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { errorMessage } from '../../../contract/client/errors'
import {
  fitting,
  narrowedBy,
  possibleFilters,
  questionOf,
  readyMade,
  type ReportQuestion,
  searchOf,
} from '../../../contract/forms/reports'
import type { Organization } from '../../../contract/organizations'
import { measures } from '../../../contract/rules/measures'
import { seesOwnOrdersAlone } from '../../../contract/rules/ownOrders'
import { reports } from '../../../styled-system/recipes/reports'
import { ActionButton } from '../../components/actions/ActionButton'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { ErrorState } from '../../components/base/ErrorState'
import { IconButton } from '../../components/base/IconButton'
import { LoadingState } from '../../components/base/LoadingState'
import { Moment } from '../../components/base/Moment'
import { PageHeader } from '../../components/base/PageHeader'
import { useApp, useMembership, useSession } from '../../app/context'
import { type ReportRef, useReport } from '../../data/useReport'
import { NotFoundScreen } from '../layout/NotFoundScreen'
import { LaterPart } from '../../components/layout/LaterPart'
import { NarrowingChips } from './lazyParts'
import { narrowedToAll } from './narrowing'
import { NarrowingMenus } from './NarrowingMenus'
import { ReportBody } from './ReportBody'
import { ReportControls } from './ReportControls'
import { byText } from './figures'
import { ReportDownload } from './ReportDownload'
import { saveReport } from './savedReportActions'
import { exactly, SavedReports } from './SavedReports'

const route = getRouteApi('/_signedIn/reports')

/** Figures of the organization, split as somebody asks (RP-01, RP-02). A backend of the twenty calls has none. */
export default function ReportsScreen() {
  const { extensions } = useApp().config
  const organization = useSession(({ context }) =>
    context.organizations.find(({ id }) => id === context.organizationId),
  )
  if (!extensions) return <NotFoundScreen />
  return organization ? <Reports key={organization.id} organization={organization} /> : null
}

/** A report to begin with, narrowed as the one on the screen is, as far as its figures can be. */
function fitted({ measures: asked, dimensions }: (typeof readyMade)[number], question: ReportQuestion) {
  const [first] = asked
  const filters = possibleFilters(asked, question.filters)
  return { ...question, ...fitting(first ? measures[first].basis : 'sale', asked, dimensions, filters) }
}

function Reports({ organization: { id, timeZone } }: { organization: Organization }) {
  const zone = timeZone ?? 'UTC'
  const report = useReport(id, zone)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const question = questionOf(search)
  const isNarrowed = seesOwnOrdersAlone(useMembership())
  const answered = useSelector(report, ({ context }) => context.shown?.report)
  const isBusy = useSelector(report, (state) => state.matches({ reading: 'loading' }))
  const ask = (next: ReportQuestion) => void navigate({ search: searchOf(next), resetScroll: false })
  const styles = reports()
  return (
    <>
      <PageHeader
        title="Reports"
        description={isNarrowed ? 'Of the orders that you have sold.' : <AsOf report={report} />}
        actions={
          <>
            <ReportDownload organizationId={id} zone={zone} question={question} />
            <ActionButton action={saveReport} row={{ question, name: nameOf(question) }} />
          </>
        }
      />
      <div className={styles.root} aria-busy={isBusy}>
        <nav className={styles.rail} aria-label="Reports">
          <div>
            <p className={styles.railTitle}>Begin with</p>
            <div className={styles.railLinks}>
              {readyMade.map((one) => (
                <Link
                  key={one.name}
                  to="/reports"
                  search={searchOf(fitted(one, question))}
                  className={styles.railLink}
                  activeOptions={exactly}
                  resetScroll={false}
                >
                  {one.name}
                </Link>
              ))}
            </div>
          </div>
          <SavedReports organizationId={id} />
        </nav>
        <div className={styles.main}>
          <ReportControls question={question} zone={zone} onAsk={ask} />
          <NarrowingMenus organizationId={id} question={question} onAsk={ask} />
          {narrowedBy(question.filters).length > 0 && (
            <LaterPart>
              <NarrowingChips question={question} report={answered} onAsk={ask} />
            </LaterPart>
          )}
          <Answer
            report={report}
            onWhole={question.filters && (() => ask(narrowedToAll(question)))}
            charted={search['chart']}
            onChart={(chart) => void navigate({ search: { ...searchOf(question), chart }, resetScroll: false })}
          />
        </div>
      </div>
    </>
  )
}

/** What a report may be called: 'Sales by day'. */
const nameOf = ({ measures: [first], dimensions }: ReportQuestion) =>
  first ? `${measures[first].label}${byText(dimensions)}` : ''

/** Of which moment the figures are, and where its days begin. */
function AsOf({ report }: { report: ReportRef }) {
  const shown = useSelector(report, ({ context }) => context.shown)
  const isReading = useSelector(report, (state) => state.matches({ reading: 'rereading' }))
  if (!shown) return 'Sales, payments and refunds.'
  const { asOf, provenAt, zone } = shown.report
  return (
    <>
      As of <Moment iso={asOf} />
      {provenAt && (
        <>
          , last checked row by row <Moment iso={provenAt} />
        </>
      )}
      . Days are those of {zone.replaceAll('_', ' ')}.{' '}
      <IconButton
        label="Read again"
        size="sm"
        disabled={isReading}
        onClick={() => report.send({ type: 'report.refresh' })}
      >
        <RefreshCw aria-hidden="true" />
      </IconButton>
    </>
  )
}

interface AnswerProps {
  report: ReportRef
  charted: string | undefined
  onWhole: (() => void) | undefined
  onChart: (measure: ReportQuestion['measures'][number]) => void
}

/** What came of the question: the figures, or a sentence in their place. */
function Answer({ report, charted, onWhole, onChart }: AnswerProps) {
  const state = useSelector(report, (snapshot) => snapshot)
  const { shown, error } = state.context
  if (state.matches({ reading: 'refused' })) return <ErrorState message={errorMessage(error)} />
  if (state.matches({ reading: 'failed' })) {
    return <ErrorState message="Error fetching report" onRetry={() => report.send({ type: 'report.retry' })} />
  }
  const [first] = shown?.question.measures ?? []
  if (!shown || first === undefined) return <LoadingState label="Loading report" />
  const measure = shown.question.measures.find((one) => one === charted) ?? first
  return (
    <>
      {state.matches({ reading: 'stale' }) && (
        <Alert
          action={
            <Button size="sm" onClick={() => report.send({ type: 'report.retry' })}>
              Try again
            </Button>
          }
        >
          These figures could not be read again. {errorMessage(error)}
        </Alert>
      )}
      <ReportBody
        shown={shown}
        charted={measure}
        onChart={onChart}
        onWhole={onWhole}
        key={JSON.stringify(shown.question)}
      />
    </>
  )
}
