/** What has become of an invite (LI-05). Of one whose organization has ended nothing else matters. */
export const inviteStates = ['pending', 'accepted', 'declined', 'revoked', 'expired', 'gone'] as const
export type InviteState = (typeof inviteStates)[number]

/** What is kept of an invite, of which its state is told. */
export interface KeptInvite {
  revoked: boolean
  acceptedAt: Date | null
  declinedAt: Date | null
  expiresAt: Date
}

/** The state of an invite at a moment, while its organization is there. */
export function inviteStateOf(
  { revoked, acceptedAt, declinedAt, expiresAt }: KeptInvite,
  now: Date,
): Exclude<InviteState, 'gone'> {
  if (acceptedAt) return 'accepted'
  if (revoked) return 'revoked'
  if (declinedAt) return 'declined'
  return expiresAt <= now ? 'expired' : 'pending'
}

/** Why an invite that is not pending can't be answered, as whoever opens its link reads it (IN-02). */
export const whyNotAnswered: Readonly<Record<Exclude<InviteState, 'pending'>, string>> = {
  accepted: 'This invite has been used already.',
  declined: 'This invite was declined.',
  revoked: 'This invite was revoked.',
  expired: 'This invite has expired. Ask for a new one.',
  gone: 'The organization that invited you is no longer there.',
}

/** What is said of a link that no mail of ours has. */
export const unknownInvite = 'This link leads to no invite. Look whether all of it is in the address.'

export const inviteOfAnother = (email: string): string =>
  `This invite is for ${email}. Sign in with that account to accept it.`

export const alreadyMember = (organizationName: string): string => `You are in ${organizationName} already.`

/** How often the mail of one invite is sent, and how often an address is invited within a day, by one organization. */
export const mostSends = 10
export const mostInvitesOfAddress = 5
/** How many an organization invites within a day. */
export const mostInvites = 500

/** What became of an address that was to be invited. */
export const inviteVerdicts = ['invited', 'renewed', 'pending', 'member', 'tooOften'] as const
export type InviteVerdict = (typeof inviteVerdicts)[number]

/** The same in words, after the address. */
export const verdictTexts: Readonly<Record<InviteVerdict, string>> = {
  invited: 'is invited.',
  renewed: 'is invited again, as the invite before has expired.',
  pending: 'has an open invite already. Send that one again.',
  member: 'works here already.',
  tooOften: 'has been invited too often today. Try again tomorrow.',
}

/** What is said when something has been done about an invite. */
export const inviteSentAgain = 'The invite is on its way again.'
export const inviteRevoked = 'The invite is revoked.'
export const inviteDeclined = 'You have declined the invite.'
export const newInviteAskedFor = 'We have told those who invited you.'
export const inviteAccepted = (organizationName: string): string => `Welcome to ${organizationName}.`

/** The addresses of a text in which commas, semicolons, spaces or lines are between them; each is taken once. */
export const addressesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\s,;]+/)
      .map((one) => one.replace(/^<(.*)>$/, '$1').toLowerCase())
      .filter((one) => one !== ''),
  ),
]
