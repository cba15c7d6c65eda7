import { duties, type Duty } from './duties'

/** What a duty is called in a list of them. */
export const dutyLabel = (duty: Duty): string => capital(duties[duty].doing)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
