import type { DeletableResource } from '../../../machines/records'
import { deleteIcon } from '../../components/actions/icons'
import type { WriteAction } from '../../components/actions/recordAction'

/** Begins the deletion of a record, or what its resource calls so; `nameOf` is what the question calls it (OT-08). */
export const toDelete =
  <Row extends { id: string }>(resource: DeletableResource, nameOf: (row: Row) => string): WriteAction<Row>['open'] =>
  (row, { open }) =>
    open({ type: 'open.recordDelete', recordId: row.id, input: { id: row.id, resource, name: nameOf(row) } })

/** The same as an entry of a menu. */
export const deletion = <Row extends { id: string }>(resource: DeletableResource, nameOf: (row: Row) => string) => ({
  label: 'Delete',
  icon: deleteIcon,
  danger: true,
  open: toDelete(resource, nameOf),
})
