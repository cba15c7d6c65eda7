/** The addresses that mails lead to. */
export interface AuthAddresses {
  /** The sign-in page in one of its modes, with what the mail hands out. */
  to: (mode: string, parameters: Record<string, string>) => string
  /** Where a new password can be asked for. */
  forgot: string
}

export const authAddressesFrom = (publicUrl: string): AuthAddresses => ({
  to: (mode, parameters) => `${publicUrl}/auth?${new URLSearchParams({ mode, ...parameters }).toString()}`,
  forgot: `${publicUrl}/auth?mode=forgot`,
})
