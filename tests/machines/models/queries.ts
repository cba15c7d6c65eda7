import { expect } from 'vitest'
import { createDataTable, type TableRequest } from '../../../machines/table/dataTable.machine'
import { createListQuery } from '../../../machines/table/listQuery.machine'
import { createRecordQuery } from '../../../machines/record/recordQuery.machine'
import type { Model } from '../explore'
import { campaign as record, offer } from './records'

const answers = [
  { data: { rows: [offer], total: 25 } },
  { data: { rows: [], total: 0 } },
  { data: { rows: [], total: 12 } },
]
const failures = [{ error: new Error('down') }]

export const recordQuery: Model = {
  machine: createRecordQuery(),
  inputs: [
    { organizationId: 'org_1' },
    { organizationId: 'org_1', record },
    { organizationId: 'org_1', record: { ...record, organizationId: 'org_2' } },
  ],
  events: {
    'query.loaded': [{ data: record }, { data: { ...record, organizationId: 'org_2' } }],
    'query.failed': failures,
  },
  invariant: (snapshot) => {
    if (snapshot.matches({ answer: 'populated' })) expect(snapshot.context.record).toEqual(record)
    if (snapshot.matches({ answer: 'foreign' })) expect(snapshot.context.record.organizationId).toBe('org_2')
  },
}

export const listQuery: Model = {
  machine: createListQuery(),
  events: { 'query.loaded': answers, 'query.failed': failures },
  invariant: (snapshot) => {
    if (snapshot.matches('populated')) expect(snapshot.context.rows).not.toEqual([])
    if (snapshot.matches('empty')) expect(snapshot.context.rows).toEqual([])
  },
}

const firstPage: TableRequest = { q: '', pageIndex: 0, pageSize: 10, sort: undefined, filters: {} }
const thirdPage: TableRequest = { ...firstPage, pageIndex: 2 }

export const dataTable: Model = {
  machine: createDataTable(),
  inputs: [{ request: firstPage }, { request: firstPage, page: { rows: [offer], total: 25 } }],
  events: {
    'query.loaded': answers,
    'query.failed': failures,
    'search.change': [{ text: 'lamp' }, { text: '' }],
    'page.change': [
      { pageIndex: 2, pageSize: 10 },
      { pageIndex: 2, pageSize: 50 },
    ],
    'sort.change': [{ sort: { by: 'basePrice', order: 'desc' } }, { sort: undefined, filters: {} }],
    'filter.change': [
      { name: 'country', value: 'US' },
      { name: 'country', value: undefined },
    ],
    'columns.change': [{ columns: ['displayName', 'minPrice'] }],
    'address.change': [{ request: firstPage }, { request: thirdPage }],
  },
  identity: ({ request, searchText }: { request: TableRequest; searchText: string }) => [request, searchText],
  invariant: (snapshot) => {
    const { rows, request } = snapshot.context
    if (snapshot.matches({ rows: { querying: 'populated' } })) expect(rows).not.toEqual([])
    if (snapshot.matches({ rows: { querying: 'empty' } })) expect(rows).toEqual([])
    expect(request.pageIndex).toBeGreaterThanOrEqual(0)
  },
}
