import ChevronDown from 'lucide-react/icons/chevron-down'
import { basisOf, isOffered } from '../../../contract/forms/reports'
import { dimensions, narrowings } from '../../../contract/rules/measures'
import { reports } from '../../../styled-system/recipes/reports'
import { LaterMenu } from '../../components/layout/LaterMenu'
import { lower } from './figures'
import { NarrowingMenu } from './lazyParts'
import type { NarrowingProps } from './NarrowingMenu'

/** What a report can be narrowed to, several of each kind at once (RP-01). */
export function NarrowingMenus(props: NarrowingProps) {
  const basis = basisOf(props.question)
  return (
    <div className={reports().narrowing} role="group" aria-label="What the report is narrowed to">
      {narrowings.map(
        (dimension) =>
          isOffered(basis, dimension) && (
            <LaterMenu
              key={dimension}
              size="sm"
              aria-label={`Filter by ${lower(dimension)}`}
              button={
                <>
                  {dimensions[dimension].label}
                  <ChevronDown aria-hidden="true" />
                </>
              }
            >
              {(opensAtOnce) => <NarrowingMenu {...props} dimension={dimension} opensAtOnce={opensAtOnce} />}
            </LaterMenu>
          ),
      )}
    </div>
  )
}
