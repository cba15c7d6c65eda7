/** What stands for a value in a script. */
export interface Variable {
  value: string
  name: string
  /** Whether only the whole word counts, as with short ids. */
  isWord: boolean
}

export const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** How often a sign has to be repeated to be written as what makes it. */
const longRun = 120

/** A long run of one sign is written as what makes it, so that a command stays readable and exact. */
export function shortened(text: string): string {
  let result = ''
  let last = 0
  for (let start = 0; start < text.length;) {
    const sign = text[start] ?? ''
    let end = start + 1
    while (end < text.length && text[end] === sign) end += 1
    if (end - start >= longRun && /[A-Za-z0-9[\]{}]/.test(sign)) {
      const before = text.slice(last, start)
      result += `${before === '' ? '' : quoted(before)}"$(printf '%0${end - start}d' 0 | tr 0 '${sign}')"`
      last = end
    }
    start = end
  }
  const left = text.slice(last)
  return left === '' && result !== '' ? result : result + quoted(left)
}

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
