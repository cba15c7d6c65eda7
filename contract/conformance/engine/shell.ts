/** What stands for a value in a script. */
export interface Variable {
  value: string
  name: string
  /** Whether only the whole word counts, as with short ids. */
  isWord: boolean
}

export const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A long run of one sign is written as what makes it, so that a command stays readable and exact. */
export const shortened = (text: string) =>
  quoted(text).replaceAll(/([A-Za-z0-9[\]{}])\1{119,}/g, (run: string) => {
    return `'"$(printf '%0${run.length}d' 0 | tr 0 '${run.slice(0, 1)}')"'`
  })

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`)

function patternOf({ value, isWord }: Variable, isJson: boolean): string {
  if (!isWord) return escaped(value)
  const [before, after] = isJson ? ['(?<=")', '(?=")'] : [String.raw`(?<![\w-])`, String.raw`(?![\w-])`]
  return `${before}${escaped(isJson ? JSON.stringify(value).slice(1, -1) : encodeURIComponent(value))}${after}`
}

/** A text as one argument for sh, with variables where their values stand. */
export function pieces(
  text: string,
  variables: readonly Variable[],
  isJson: boolean,
  onUse: (name: string) => void,
): string {
  if (variables.length === 0) return shortened(text)
  const pattern = new RegExp(variables.map((variable) => `(${patternOf(variable, isJson)})`).join('|'), 'g')
  let result = ''
  let last = 0
  for (const match of text.matchAll(pattern)) {
    const name = variables[match.slice(1).findIndex((group) => group !== undefined)]?.name ?? ''
    onUse(name)
    if (match.index > last) result += shortened(text.slice(last, match.index))
    result += `"$${name}"`
    last = match.index + match[0].length
  }
  return last < text.length || result === '' ? result + shortened(text.slice(last)) : result
}
