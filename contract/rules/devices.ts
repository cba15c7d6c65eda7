/** A device that has not said what it is. */
export const unknownDevice = 'Unknown device'

export const deviceName = ({ device }: { device?: string | null | undefined }): string => device || unknownDevice

/** What is said when a person has signed out elsewhere. */
export const signedOutThere = 'The device is signed out.'
export const signedOutElsewhere = 'You are signed out everywhere else.'
