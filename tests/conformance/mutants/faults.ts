import type { Fault } from './exchange'
import { access } from './faults/access'
import { refused } from './faults/refusals'
import { resilience } from './faults/resilience'
import { searching } from './faults/search'
import { sessions } from './faults/sessions'
import { shapes } from './faults/shapes'
import { writes } from './faults/writes'

/** Every fault by what it breaks; each is put between checker and server alone. */
export const groups: Record<string, Fault[]> = {
  'shape of answers': shapes,
  refusals: refused,
  access,
  'signing in and the profile': sessions,
  search: searching,
  'what is written': writes,
  resilience,
}

export const faults: Fault[] = Object.values(groups).flat()
