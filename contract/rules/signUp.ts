/** Who may make an account on a server: everybody, whoever is invited, nobody. */
export const signUps = ['open', 'invitation', 'closed'] as const
export type SignUp = (typeof signUps)[number]

const reasons: Readonly<Partial<Record<string, string>>> = {
  invitation: 'Accounts are made by invitation here. Ask an owner of your organization to invite you.',
  closed: 'No accounts are made here. Ask whoever runs this server for one.',
} satisfies Partial<Record<SignUp, string>>

/** Why nobody makes an account here, or nobody without an invite; undefined where they can. */
export const whyNoSignUp = (signUp: string | undefined, isInvited = false): string | undefined =>
  isInvited && signUp === 'invitation' ? undefined : reasons[signUp ?? '']

/** The code of such a refusal, for programs. */
export const signUpClosed = 'sign_up_closed'
