import { QueryObserver } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { answer, pathParams } from '../../../contract/client/client'
import type { BulkJobRecord } from '../../../contract/extensions/bulkJobs'
import { bulkParamsOf } from '../../../contract/forms/bulkJobs'
import type { Api } from '../api'
import { type ActorsOf, required } from '../flowActors'
import { jobTitle, tallyText } from '../../screens/bulkJobs/words'
import { readBulkJob } from './bulkJobs'

/** Comes to an end with a job, of which the event channel tells; what can't be read is read again with all else on the screen. */
function endOf(api: Api, jobId: string, signal: AbortSignal): Promise<BulkJobRecord> {
  const { key, fetch } = readBulkJob(api, jobId)
  const asked = { queryKey: key, queryFn: (given: { signal: AbortSignal }) => fetch(given.signal) }
  const observer = new QueryObserver<BulkJobRecord>(api.queryClient, asked)
  return new Promise((resolve) => {
    const stop = observer.subscribe(({ data }) => {
      if (data?.state !== 'done' && data?.state !== 'cancelled') return
      stop()
      resolve(data)
    })
    signal.addEventListener('abort', stop)
  })
}

export const bulkJobActors = (api: Api): ActorsOf<'bulkChange'> & ActorsOf<'bulkStep'> => ({
  createBulkJob: fromPromise(async ({ input: { organizationId, action, chosen, form } }) => {
    const { bulkJobs } = (await api.extended('bulkJobs')).client
    const body = {
      organizationId: required(organizationId, 'Organization ID is required'),
      action,
      ...bulkParamsOf(form.values),
      ...('ids' in chosen ? { ids: [...chosen.ids] } : { search: { ...chosen.search } }),
    }
    const job = answer(await api.createOnce({ body }, (keyed) => bulkJobs.create({ body, ...keyed }))).data
    // It is shown at once, and read again all the same, as rows of it may have been tried by then.
    api.queryClient.setQueryData(readBulkJob(api, job.id).key, job, { updatedAt: 0 })
    return job
  }),
  startBulkJob: fromPromise(async ({ input: { jobId } }) => {
    const { bulkJobs } = (await api.extended('bulkJobs')).client
    answer(await bulkJobs.start({ params: pathParams({ jobId }), body: {} }))
  }),
  dropBulkJob: fromPromise(async ({ input: { jobId } }) => {
    const { bulkJobs } = (await api.extended('bulkJobs')).client
    answer(await bulkJobs.cancel({ params: pathParams({ jobId }), body: {} }))
  }),
  awaitBulkJob: fromPromise(async ({ input: { jobId }, signal }) => {
    const job = await endOf(api, jobId, signal)
    return { job, told: `${jobTitle(job)}: ${tallyText(job)}` }
  }),
  undoBulkJob: fromPromise(async ({ input: { jobId } }) => {
    const { bulkJobs } = (await api.extended('bulkJobs')).client
    answer(await bulkJobs.undo({ params: pathParams({ jobId }), body: {} }))
  }),
  takeBulkStep: fromPromise(async ({ input: { job, step } }) => {
    const { bulkJobs } = (await api.extended('bulkJobs')).client
    answer(await bulkJobs[step]({ params: pathParams({ jobId: job.id }), body: {} }))
  }),
})
