/** What the workspace gives every flow beside what it was opened with. */
export interface FlowSurroundings {
  organizationId?: string | undefined
  /** What was typed before a save that failed behind a closed dialog, so that it is not lost. */
  draft?: unknown
}
