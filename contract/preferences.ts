/** What a person can choose of how the app looks and writes; the first of each is what whoever never chose has (ST-01). */
export const preferenceChoices = {
  theme: ['system', 'light', 'dark'],
  /** How much of a table is seen at once. */
  density: ['comfortable', 'compact'],
  /** Of numbers and dates; the words are English. */
  language: ['browser', 'en', 'da', 'de', 'de-CH', 'es', 'fr', 'it', 'nb', 'nl', 'pl', 'pt', 'sv'],
  /** The hours of a day, or as the language counts them (GE-13). */
  clock: ['language', '12', '24'],
} as const

export type PreferenceName = keyof typeof preferenceChoices
export type Preferences = { [Name in PreferenceName]: (typeof preferenceChoices)[Name][number] }
