import { capital } from './capital'
import { duties, type Duty } from './duties'

/** What a duty is called in a list of them. */
export const dutyLabel = (duty: Duty): string => capital(duties[duty].doing)
