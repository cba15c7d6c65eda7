/** The reports that `--report` chooses from. */
export const reportKinds = ['pretty', 'json', 'junit', 'html'] as const
export type ReportKind = (typeof reportKinds)[number]
