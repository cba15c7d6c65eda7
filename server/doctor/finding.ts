/** What was looked at and is as it should be; or what is wrong, and how to mend it. One line. */
export interface Finding {
  isWrong: boolean
  text: string
}

export const fine = (text: string): Finding => ({ isWrong: false, text })
export const wrong = (text: string): Finding => ({ isWrong: true, text })

/** The first line of what an error says. */
export const lineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
