import { byteOrderMark } from '../../rules/csv'
import { daysLater } from '../../rules/days'
import { measureNames, noValue } from '../../rules/measures'
import { reportHead, reportLines, reportSheet } from '../../rules/reportCsv'
import type { Days } from '../../rules/reportPeriods'
import { type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt, sideBySide } from '../engine/steps'
import { textOf } from '../engine/text'
import { wrongSheet } from '../engine/workbook'
import type { Shop } from '../engine/world'
import { cellsOf, verifyWorkbook } from './listExports'
import type { Question } from './reckoning'
import { elsewhere, ofItems, ofOthers, reportIn, reportOf, verifyTwice } from './reportBasics'

type Selling = Shop & { till: Row }

type Asked = Pick<Question, 'measures' | 'dimensions'> & Days & { compare: string; filters?: object }

const day = 86_400_000

/** Files of reports by whatever they are split by, narrowed to and compared with, of days and of moments. */
export async function checkReportFiles(run: Run, { tenant, campaign, offer, till }: Selling, sold: Row, today: string) {
  const days = { from: daysLater(today, -6), to: today }
  const now = Date.now()
  const moments = elsewhere(new Date(now - 6 * day).toISOString(), now)
  const ofAgent = { agentId: [textOf(sold['agentId']), noValue] }
  const ofGateway = { gatewayInstanceId: [till.id, noValue] }
  const ofOffer = { offerId: [offer.id, noValue] }
  const { organizationId } = tenant
  const query = { organizationId, resource: 'orders' as const, filters: { createdFrom: days.from }, limit: 50, page: 1 }
  const others = (await searchPage(run, query)).rows.map(({ campaignId }) => textOf(campaignId))
  const ofCampaigns = { campaignId: [campaign.id, ...others.filter((id) => id !== campaign.id).slice(0, 1)] }
  const asked: Asked[] = [
    { ...days, measures: measureNames, dimensions: ['day'], compare: 'previous' },
    {
      ...days,
      measures: ofOthers,
      dimensions: ['campaign', 'agent'],
      compare: 'year',
      filters: ofCampaigns,
    },
    { ...moments, measures: ofOthers, dimensions: ['week', 'gateway'], compare: 'none', filters: ofAgent },
    { ...days, measures: ofOthers, dimensions: ['month'], compare: 'previous', filters: ofGateway },
    { ...days, measures: ofItems, dimensions: ['offer'], compare: 'none', filters: ofOffer },
    { ...days, measures: ofItems, dimensions: [], compare: 'previous' },
  ]
  await sideBySide(run, asked, (one) => attempt(run, 'reports.csv', () => checkCsv(run, organizationId, one)))
}

/** A file has the figures of its report, a line for a line. */
async function checkCsv(run: Run, organizationId: string, asked: Asked): Promise<void> {
  const body = { organizationId, ...asked }
  await verifyTwice(run, 'reports.csv', async () => {
    const report = reportIn(await reportOf(run, organizationId, body))
    const exchange = await run.succeed('reports.csv', 'reports.csv', { body })
    const sheet = await verifyWorkbook(run, 'reports.csv', 'reports.xlsx', { body })
    const { columns, rows } = reportSheet(asked, report)
    const due = [reportHead(asked, report), ...reportLines(asked, report)].map((cells) =>
      cells.map((cell) => cell ?? ''),
    )
    const is = exchange.text.replace(byteOrderMark, '').split('\r\n').slice(0, -1).map(figuresOf)
    const place = due.findIndex((line, index) => line.join() !== is[index]?.join())
    if (place < 0 && is.length === due.length) {
      const other = wrongSheet(sheet, columns, rows)
      return { exchange, wrong: other && `${other} in the workbook` }
    }
    const lines = `${is.length} lines instead of ${due.length}`
    return { exchange, wrong: place < 0 ? lines : `${is[place]?.join()} instead of ${due[place]?.join()}` }
  })
}

/** The cells of a line, whose figures may have more or fewer zeros. */
const figuresOf = (line: string) => cellsOf(line).map((cell) => (/^-?\d+\.\d+$/.test(cell) ? Number(cell) : cell))
