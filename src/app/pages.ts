import type { FlowName } from '../../machines/flows'

/** What the app needs of its pages, which know the app. */
export interface Pages {
  /** Goes to the list of the record on the screen. */
  leaveRecord: () => void
  /** Opens a page by its address within the app. */
  openPage: (href: string) => void
  /** Fetches the code of a flow's dialog. */
  loadDialog: (name: FlowName) => Promise<void>
}
