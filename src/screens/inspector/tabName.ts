import type { LogPage } from '../../../machines/qa/replay/log'

/** A tab in the words of its title. */
export const tabName = ({ place, title }: Pick<LogPage, 'place' | 'title'>) =>
  `Tab ${place}: ${title.replace(/ · Offerdesk$/, '') || 'Offerdesk'}`
