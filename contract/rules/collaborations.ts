/** What a partner may do with a campaign that is shared with them. */
export const rights = ['see', 'sell'] as const
export type SharedRight = (typeof rights)[number]

/** A share in percent has two decimals at most and is kept as hundredths of a percent. */
export const sharePoints = (percent: number) => Math.round(percent * 100)
export const mostShare = 100
export const wrongShare = 'The share must be between 0 and 100 percent'

/** How many campaigns one collaboration shares at most. */
export const mostCampaigns = 200

/** Why somebody can't accept an invitation, each in its own sentence. */
export const invitationTold = {
  unknown: 'This link is not complete, or another one has been sent since. Open the newest mail.',
  forOther: 'This invitation was sent to another address. Sign in with the account that it was sent to.',
  expired: 'This invitation has expired. Ask for a new one.',
  withdrawn: 'This invitation has been withdrawn.',
  declined: 'This invitation has been declined.',
  accepted: 'This invitation has been accepted already.',
  self: 'An organization can’t collaborate with itself. Accept it for another organization of yours.',
  already: 'The two organizations collaborate already. End that collaboration first.',
} as const

export const notOwnCampaign = 'Only campaigns of your own organization can be shared. What others share stays theirs.'
export const alreadyInvited = 'This address has been invited already. Send that invitation again, or withdraw it.'
