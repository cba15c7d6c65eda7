import type { ReactNode } from 'react'
import { dataTable } from '../../../styled-system/recipes/data-table'
import { buttonStyle } from '../base/Button'
import { LaterPart } from '../layout/LaterPart'

/** A tool of a list whose code comes behind it, by its text: nothing beside it moves when it does. */
export const LaterTool = ({ label, children }: { label: string; children: ReactNode }) => (
  <LaterPart meanwhile={<PlaceOfTool label={label} />} what={label}>
    {children}
  </LaterPart>
)

/** As wide as the button will be. */
export const PlaceOfTool = ({ label }: { label: string }) => (
  <span className={dataTable().laterTool} aria-hidden="true">
    <span className={buttonStyle({ variant: 'outline' })}>{label}</span>
  </span>
)
