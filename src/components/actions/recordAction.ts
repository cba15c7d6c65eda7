import type { LinkProps, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Action, whyForbidden } from '../../../contract/permissions'
import type { About, Membership } from '../../../contract/rules/duties'
import type { OpenEvent, ReadingEvent } from '../../../machines/flows'

/** What an action begins by: a flow of the workspace, or another address. */
export interface ActionSurroundings {
  open: (event: OpenEvent) => void
  navigate: ReturnType<typeof useNavigate>
  membership: Membership
}

/** The same for what only reads: no flow that changes something. */
interface ReadingSurroundings {
  open: (event: ReadingEvent) => void
  navigate: ActionSurroundings['navigate']
}

interface Described<Row, Surroundings> {
  label: string | ((row: Row) => string)
  icon?: ReactNode
  danger?: boolean
  /** The letter that does it in a row of a list (WF-01). */
  key?: 'e'
  /** It is what its page is for: its button is the one that stands out. */
  primary?: boolean
  /** Whether it is offered for this record; without it, for each. */
  isFor?: (row: Row) => boolean
  /** Why it is not possible now, in one sentence (GE-05), beside the right to do it. */
  whyNot?: (row: Row, membership: Membership) => string | undefined
  open: (row: Row, surroundings: Surroundings) => void
  /** How it is done with several records at once, where that can be done. */
  many?: {
    open: (rows: readonly Row[], surroundings: Surroundings) => void
    /** Whether they stay chosen, as nothing becomes of them. */
    keepsChoice?: boolean
  }
}

/** What changes something: the call of the contract that it leads to, whose right is asked for. */
export interface WriteAction<Row> extends Described<Row, ActionSurroundings> {
  action: Action
  /** What its right depends on, beside who asks. */
  about?: (row: Row) => About
  /** What is done with it, whose right is asked for, too. */
  also?: (row: Row) => { action: Action; about?: About } | undefined
  reads?: never
}

/** What changes nothing, and so needs no right. */
export interface ReadAction<Row> extends Described<Row, ReadingSurroundings> {
  action?: never
  about?: never
  also?: never
  reads: true
}

/** What can be done with a record, described once for every menu and button that offers it; without a record, with null. */
export type RecordAction<Row> = WriteAction<Row> | ReadAction<Row>

/** What begins at another address, so that its button is a link. */
export interface LinkAction<Row> extends WriteAction<Row> {
  at: (row: Row) => LinkProps
}

export const leadingTo = <Row>(at: (row: Row) => LinkProps): Pick<LinkAction<Row>, 'at' | 'open'> => ({
  at,
  open: (row, { navigate }) => void navigate(at(row)),
})

/** Why it is not possible: no right to do it, or what the record says. */
export function whyNotNow<Row>(
  { action, about, also, whyNot }: RecordAction<Row>,
  row: Row,
  membership: Membership,
): string | undefined {
  const other = also?.(row)
  return (
    (action && whyForbidden(membership, action, about?.(row))) ??
    (other && whyForbidden(membership, other.action, other.about)) ??
    whyNot?.(row, membership)
  )
}

export const labelOf = <Row>({ label }: RecordAction<Row>, row: Row) => (typeof label === 'string' ? label : label(row))
