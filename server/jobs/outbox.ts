import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import { outbox } from '../db/schema/outbox'
import { reasonOf } from '../log'
import { deliverKept, type DeliveringOptions, deliverPosted, type HeldJob, keepFailure } from '../mail/delivering'
import { postedMailTopic } from '../mail/mail'
import { keptMailTopics } from '../mail/queue'
import { traced } from '../tracing/tracing'

const keptMail = z.object({ mailId: z.string() })
const mail = z.object({ to: z.string(), subject: z.string(), text: z.string() })
/** One of an organization, which is in its list as well. */
const postedMail = z.extend(mail, { mailId: z.optional(z.string()) })

type Job = {
  org_id: string
  id: string
  topic: string
  payload: unknown
  dedupe_key: string
  attempts: number
  max_attempts: number
}

export interface OutboxWorkerOptions extends DeliveringOptions {
  database: Pick<Database, 'system' | 'tenant'>
  /** Whether the text of a delivered mail is forgotten, as there may be a secret in it. */
  forgetDelivered: boolean
  log: (message: string) => void
  /** Milliseconds between looks into an empty outbox. */
  interval?: number
}

/** Longer than a transport may take, so that a job is not given to two workers. */
const leaseSeconds = 60
const jobsAtOnce = 5

/** The wait before the next try, in seconds: 2, 4, 8 … with jitter, at most an hour. */
const backOffSeconds = (attempts: number) => Math.min(2 ** attempts, 3_600) * (0.75 + Math.random() / 2)
/** No job waits for longer: one that is to do so was written while a clock was wrong. */
const hoursAtMost = 2
const nextTry = (attempts: number) => new Date(Date.now() + backOffSeconds(attempts) * 1000)

/** Does the outbox's work, at least once each, until it is stopped. Any number of workers share one outbox. */
export function startOutboxWorker(options: OutboxWorkerOptions) {
  const { database, sendMail, forgetDelivered, log, interval = 1_000 } = options
  const worker = randomUUID()
  /** Of the next look; undefined while there is one. */
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function round(): Promise<void> {
    const jobs = await database.system(async (tx) => {
      const { rows } = await tx.execute<Job>(sql`
        with due as (
          select org_id, id from outbox
          where (state = 'ready' and (run_at <= now() or run_at > now() + make_interval(hours => ${hoursAtMost})))
            or (state = 'running' and (locked_until < now() or locked_until > now() + make_interval(hours => ${hoursAtMost})))
          order by run_at limit ${jobsAtOnce} for update skip locked
        )
        update outbox set state = 'running', attempts = attempts + 1, locked_by = ${worker},
          locked_until = now() + make_interval(secs => ${leaseSeconds})
        from due where outbox.org_id = due.org_id and outbox.id = due.id
        returning outbox.org_id, outbox.id, topic, payload, dedupe_key, attempts, max_attempts`)
      return rows
    })
    await Promise.all(jobs.map((job) => traced({ name: 'jobs.sendMails', kind: 'job' }, () => work(job))))
    if (jobs.length === jobsAtOnce && !isStopped) await round()
  }

  async function work(job: Job): Promise<void> {
    if (keptMailTopics.has(job.topic)) {
      const { mailId } = z.parse(keptMail, job.payload)
      return workOnListed(job, mailId, (held) => deliverKept(options, held))
    }
    const posted = z.safeParse(postedMail, job.payload)
    if (job.topic === postedMailTopic && posted.success && posted.data.mailId !== undefined) {
      const { mailId, ...written } = posted.data
      return workOnListed(job, mailId, (held) => deliverPosted(options, held, written, forgotten(job)))
    }
    const failure = await deliver(job).then(() => undefined, reasonOf)
    await database.system(async (tx) => {
      await tx
        .update(outbox)
        .set(failure === undefined ? delivered(job) : failed(job, failure))
        .where(and(eq(outbox.orgId, job.org_id), eq(outbox.id, job.id), eq(outbox.lockedBy, worker)))
    })
    if (failure !== undefined) log(`Outbox job ${job.id} failed, try ${job.attempts}: ${failure}`)
  }

  /** Of a mail that an organization has in its list, which is told how it went. */
  async function workOnListed(job: Job, mailId: string, send: (held: HeldJob) => Promise<void>): Promise<void> {
    const held = { orgId: job.org_id, jobId: job.id, mailId, worker }
    try {
      await send(held)
    } catch (error) {
      const next = { isLast: job.attempts >= job.max_attempts, runAt: nextTry(job.attempts) }
      await keepFailure(options, held, error, next)
      log(`Mail ${mailId} was not delivered, try ${job.attempts}: ${reasonOf(error)}`)
    }
  }

  async function deliver({ topic, payload, dedupe_key }: Job): Promise<void> {
    if (topic !== postedMailTopic) throw new Error(`nothing is known of the topic ${topic}`)
    await sendMail(z.parse(mail, payload), dedupe_key)
  }

  const delivered = (job: Job) => ({
    state: 'done' as const,
    doneAt: new Date(),
    lockedBy: null,
    lockedUntil: null,
    lastError: null,
    ...forgotten(job),
  })

  const forgotten = ({ payload }: Job) =>
    forgetDelivered ? { payload: { ...z.parse(postedMail, payload), text: '' } } : {}

  const failed = ({ attempts, max_attempts }: Job, lastError: string) => ({
    state: attempts >= max_attempts ? ('dead' as const) : ('ready' as const),
    runAt: nextTry(attempts),
    lockedBy: null,
    lockedUntil: null,
    lastError,
  })

  let running = Promise.resolve()
  const next = () => {
    timer = undefined
    // Whoever nudges it is not who sends.
    running = actingAsJob('sendMails', round)
      .catch((error: unknown) => log(`The outbox can't be read: ${reasonOf(error)}`))
      .finally(() => {
        if (!isStopped) timer = setTimeout(next, interval).unref()
      })
  }
  next()
  return {
    /** Looks at once instead of at the next interval. */
    nudge: () => {
      if (timer === undefined || isStopped) return
      clearTimeout(timer)
      next()
    },
    /** Ends after the jobs in hand. */
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
