import * as z from 'zod/mini'
import type { MemberWork } from '../extensions/members'
import { chooseColleague, hasWork } from '../rules/members'

/** Who goes on with what a person has begun, as it is chosen before they are out (AU-01). */
export interface HandOverValues {
  /** Nobody, as an empty text. */
  handOverTo: string
  /** What there is to go on with. */
  work: MemberWork
}

const work = z.object({ drafts: z.int(), callBacks: z.int(), calls: z.int() })

export const handOverForm: z.ZodMiniType<unknown, HandOverValues> = z
  .object({ handOverTo: z.string(), work })
  .check(({ value, issues }) => {
    if (value.handOverTo !== '' || !hasWork(value.work)) return
    issues.push({ code: 'custom', input: value, path: ['handOverTo'], message: chooseColleague(value.work) })
  })

export const noWork: MemberWork = { drafts: 0, callBacks: 0, calls: 0 }
