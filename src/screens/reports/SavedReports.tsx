import { Link } from '@tanstack/react-router'
import Mail from 'lucide-react/icons/mail'
import { searchOf } from '../../../contract/forms/reports'
import { reports } from '../../../styled-system/recipes/reports'
import { RowMenu } from '../../components/actions/RowMenu'
import { useActionSurroundings } from '../../components/actions/useAction'
import { Button } from '../../components/base/Button'
import { Text } from '../../components/base/Text'
import { useApp } from '../../app/context'
import { readSavedReports } from '../../data/resources/savedReports'
import { useRecordList } from '../../data/useList'
import { useShownList } from '../../data/useShownList'
import { savedReportActions } from './savedReportActions'

/** A report is the one of the address when all that it asks is asked there. */
export const exactly = { exact: true, explicitUndefined: true }

/** The reports that somebody of the organization has named, for everybody in it (RP-01). */
export function SavedReports({ organizationId }: { organizationId: string }) {
  const { api } = useApp()
  const list = useRecordList('savedReports', readSavedReports(api, organizationId))
  const { rows, state, error, onRetry } = useShownList('savedReports', list, () => "Saved reports can't be read")
  const surroundings = useActionSurroundings()
  const styles = reports()
  if (state === 'loading' || (state === 'empty' && rows.length === 0)) return null
  return (
    <div>
      <p className={styles.railTitle}>Saved</p>
      {error && (
        <Text size="sm" tone="danger">
          {error}{' '}
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        </Text>
      )}
      <div className={styles.railLinks}>
        {rows.map((report) => (
          <div key={report.id} className={styles.railSaved}>
            <Link
              to="/reports"
              search={searchOf(report.question)}
              className={styles.railLink}
              activeOptions={exactly}
              resetScroll={false}
              title={report.name}
            >
              <span>{report.name}</span>
              {report.isMailed && <Mail role="img" aria-label="Mailed to you every Monday" size={14} />}
            </Link>
            <RowMenu
              label={`Actions for ${report.name}`}
              actions={savedReportActions}
              row={report}
              surroundings={surroundings}
            />
          </div>
        ))}
      </div>
    </div>
  )
}
