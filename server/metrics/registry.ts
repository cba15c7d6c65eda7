/** What tells measurements of one name apart. Never what names a record, a person or an organization. */
export type Labels = Readonly<Record<string, string>>

/** Of a gauge: its value now, or several by their labels. */
export type Reading = number | readonly (readonly [labels: Labels, value: number])[]

interface Family {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  lines: () => string[]
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

interface Series {
  labels: Labels
  /** How many fell into each bucket, and none of a smaller one. */
  counts: number[]
  sum: number
  count: number
}

/** Measurements as Prometheus reads them: its text format 0.0.4. */
export class Registry {
  readonly #families: Family[] = []

  /** Something that is counted here. */
  counter(name: string, help: string): (labels: Labels, by?: number) => void {
    const series = new Map<string, { labels: Labels; value: number }>()
    const lines = () => [...series.values()].map(({ labels, value }) => line(name, labels, value))
    this.#families.push({ name, help, type: 'counter', lines })
    return (labels, by = 1) => {
      const key = JSON.stringify(labels)
      const one = series.get(key) ?? { labels, value: 0 }
      one.value += by
      series.set(key, one)
    }
  }

  /** Something that is read when somebody asks; a counter where it only grows. Nothing is told of what is not known. */
  gauge(name: string, help: string, read: () => Reading | undefined, type: 'gauge' | 'counter' = 'gauge'): void {
    const lines = () => {
      const reading = read()
      if (reading === undefined) return []
      return typeof reading === 'number'
        ? [line(name, {}, reading)]
        : reading.map(([labels, value]) => line(name, labels, value))
    }
    this.#families.push({ name, help, type, lines })
  }

  /** How long things take, by buckets of at most so many seconds. */
  histogram(name: string, help: string, buckets: readonly number[]): (labels: Labels, value: number) => void {
    const series = new Map<string, Series>()
    const linesOf = ({ labels, counts, sum, count }: Series) => {
      let below = 0
      const upTo = buckets.map((most, index) => {
        below += counts[index] ?? 0
        return line(`${name}_bucket`, { ...labels, le: String(most) }, below)
      })
      return [
        ...upTo,
        line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
        line(`${name}_sum`, labels, sum),
        line(`${name}_count`, labels, count),
      ]
    }
    this.#families.push({ name, help, type: 'histogram', lines: () => [...series.values()].flatMap(linesOf) })
    return (labels, value) => {
      const key = JSON.stringify(labels)
      const one = series.get(key) ?? { labels, counts: buckets.map(() => 0), sum: 0, count: 0 }
      const bucket = buckets.findIndex((most) => value <= most)
      if (bucket >= 0) one.counts[bucket] = (one.counts[bucket] ?? 0) + 1
      one.sum += value
      one.count += 1
      series.set(key, one)
    }
  }

  text(): string {
    const written = this.#families.map(({ name, help, type, lines }) => {
      const all = lines()
      return all.length === 0 ? '' : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...all, ''].join('\n')
    })
    return written.join('')
  }
}
