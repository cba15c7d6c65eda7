import { dropHeld, listHeld, sendHeld } from '../mail/held'
import { withDatabase } from './database'
import { counted } from './said'

const nothing = 'No mail is held back.'

/** How many mails are held back, of whom and since when. */
export const heldInWords = (): Promise<string> =>
  withDatabase(async (database) => {
    const held = await listHeld(database)
    if (held.length === 0) return nothing
    return held
      .map(({ organization, count, firstAt, lastAt }) => {
        const whose = organization ?? 'people about their accounts, such as links of new passwords'
        return `${counted(count, 'mail')} ${organization === null ? 'to' : 'of'} ${whose}, written from ${firstAt.toISOString()} to ${lastAt.toISOString()}`
      })
      .join('\n')
  })

/** Lets all that is held back go, or drops it; answers what to say of it. */
export const endHeld = (how: 'send' | 'drop'): Promise<string> =>
  withDatabase(async (database) => {
    const count = await (how === 'send' ? sendHeld : dropHeld)(database)
    if (count === 0) return nothing
    return how === 'send'
      ? `${counted(count, 'mail')} let go: sent when a server or a worker looks next.`
      : `${counted(count, 'mail')} dropped.`
  })
