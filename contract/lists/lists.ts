import { byName } from '../byName'
import * as named from './named'

/** Every list that can be searched, by the name of its resource. */
export const lists = byName(named)
