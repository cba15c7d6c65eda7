/** What a script may name, and what stands there until it is known (NO-05). */
const placeholders = {
  'customer.firstName': 'first name',
  'customer.lastName': 'last name',
  'customer.name': "customer's name",
  'agent.name': 'your name',
  'campaign.name': 'campaign',
  'organization.name': 'company',
} as const
export type Placeholder = keyof typeof placeholders

export const knownPlaceholders = Object.keys(placeholders).map((name) => `{${name}}`)

const placeholder = /\{([A-Za-z]\w*(?:\.\w+)*)\}/g

const isKnown = (name: string): name is Placeholder => Object.hasOwn(placeholders, name)

/** A script as it is read out. What is not known yet is named in brackets; what is no placeholder stays as it is. */
export const filledScript = (script: string, values: { readonly [Name in Placeholder]?: string | undefined }): string =>
  script.replace(placeholder, (written, name: string) =>
    isKnown(name) ? values[name] || `[${placeholders[name]}]` : written,
  )

/** What is wrong with the placeholders of a script. */
export function whyNotScript(script: string): string | undefined {
  const unknown = [...script.matchAll(placeholder)].find(([, name = '']) => !isKnown(name))
  return unknown && `There is no placeholder ${unknown[0]}.`
}
