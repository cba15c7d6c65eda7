import { strangers } from './faults'
import { secondStrangers } from './second'
import { thirdStrangers } from './third'
import { fourthStrangers } from './fourth'
import { fifthStrangers } from './fifth'
import { sixthStrangers } from './sixth'
import { seventhStrangers } from './seventh'
import { eighthStrangers } from './eighth'
import { ninthStrangers } from './ninth'
import { tenthStrangers } from './tenth'
import { eleventhStrangers } from './eleventh'
import { twelfthStrangers } from './twelfth'
import { thirteenthStrangers } from './thirteenth'
import { fourteenthStrangers } from './fourteenth'
import { fifteenthStrangers } from './fifteenth'
import { sixteenthStrangers } from './sixteenth'
import { seventeenthStrangers } from './seventeenth'
import { eighteenthStrangers } from './eighteenth'
import { nineteenthStrangers } from './nineteenth'

/** The faults of each stranger, in the order in which they came. */
export const lists = [
  strangers,
  secondStrangers,
  thirdStrangers,
  fourthStrangers,
  fifthStrangers,
  sixthStrangers,
  seventhStrangers,
  eighthStrangers,
  ninthStrangers,
  tenthStrangers,
  eleventhStrangers,
  twelfthStrangers,
  thirteenthStrangers,
  fourteenthStrangers,
  fifteenthStrangers,
  sixteenthStrangers,
  seventeenthStrangers,
  eighteenthStrangers,
  nineteenthStrangers,
]
