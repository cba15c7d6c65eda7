import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId } from 'react'
import { pager } from '../../../styled-system/recipes/pager'
import { IconButton } from '../base/IconButton'
import { pageCount, type PageRequest, pageSizes, pageWindow, totalText } from './paging'

interface PagerProps extends PageRequest {
  totalRows: number
  /** What the rows are, in plural. */
  noun: string
  onPageChange: (page: PageRequest) => void
}

/** Paging that the server does (DT-05 to DT-08). */
export function Pager({ pageIndex, pageSize, totalRows, noun, onPageChange }: PagerProps) {
  const id = useId()
  const styles = pager()
  const count = pageCount(totalRows, pageSize)
  const { pages, hasFirst, hasLast } = pageWindow(pageIndex, count)
  const open = (index: number) => onPageChange({ pageIndex: index, pageSize })
  const number = (page: number) => (
    <button
      key={page}
      type="button"
      className={styles.page}
      aria-current={page === pageIndex + 1 ? 'page' : undefined}
      onClick={() => open(page - 1)}
    >
      {page}
    </button>
  )
  const ellipsis = (
    <span className={styles.ellipsis} aria-hidden="true">
      …
    </span>
  )
  return (
    <>
      <div className={styles.size}>
        <label htmlFor={id}>Rows per page</label>
        <select
          id={id}
          className={styles.select}
          value={pageSize}
          onChange={(event) => onPageChange({ pageIndex: 0, pageSize: Number(event.target.value) })}
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </div>
      {totalRows > 0 && <span className={styles.total}>{totalText({ pageIndex, pageSize }, totalRows, noun)}</span>}
      {count > 1 && (
        <nav className={styles.nav} aria-label="Pages">
          <span className={styles.status}>{`Page ${pageIndex + 1} of ${count}`}</span>
          <div className={styles.pages}>
            <IconButton label="Previous page" size="sm" disabled={pageIndex <= 0} onClick={() => open(pageIndex - 1)}>
              <ChevronLeft aria-hidden="true" />
            </IconButton>
            {hasFirst && number(1)}
            {hasFirst && ellipsis}
            {pages.map(number)}
            {hasLast && ellipsis}
            {hasLast && number(count)}
            <IconButton
              label="Next page"
              size="sm"
              disabled={pageIndex >= count - 1}
              onClick={() => open(pageIndex + 1)}
            >
              <ChevronRight aria-hidden="true" />
            </IconButton>
          </div>
        </nav>
      )}
    </>
  )
}
