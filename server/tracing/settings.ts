/** What the usual variables of OpenTelemetry ask for, as far as it is ours to read. */
export interface TracingSettings {
  /** Whether anything is traced at all. */
  isOn: boolean
  protocol: 'http/json' | 'http/protobuf'
  sampler: { name: Sampler; ratio: number }
  /** What can't be done as it is asked for, each in a line. */
  said: string[]
}

const samplers = ['always_on', 'always_off', 'traceidratio'] as const
type Sampler = `${'' | 'parentbased_'}${(typeof samplers)[number]}`
const samplerNames: readonly string[] = samplers.flatMap((name) => [name, `parentbased_${name}`])
const isSampler = (name: string): name is Sampler => samplerNames.includes(name)

const isHttp = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Reads them; an empty one counts as left out. What is wrong with them keeps nothing from starting. */
export function readTracing(env: Readonly<Record<string, string | undefined>>): TracingSettings {
  /** What the first of these says that says anything, and which that is. */
  const given = (...names: string[]) =>
    names.map((name) => ({ name, text: env[name]?.trim() ?? '' })).find(({ text }) => text !== '')
  const of = (...names: string[]) => given(...names)?.text.toLowerCase()
  const off: TracingSettings = {
    isOn: false,
    protocol: 'http/protobuf',
    sampler: { name: 'parentbased_always_on', ratio: 1 },
    said: [],
  }
  const because = (why: string): TracingSettings => ({ ...off, said: [`${why}; nothing is traced`] })
  const endpoint = given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT')
  const exporters = of('OTEL_TRACES_EXPORTER')
    ?.split(',')
    .map((name) => name.trim())
  if (of('OTEL_SDK_DISABLED') === 'true' || exporters?.includes('none')) return off
  if (exporters === undefined && endpoint === undefined) return off
  if (exporters && !exporters.includes('otlp'))
    return because('OTEL_TRACES_EXPORTER: only otlp and none are known here')
  if (endpoint && !isHttp(endpoint.text)) {
    return because(`${endpoint.name}: must be an http or https address such as http://localhost:4318`)
  }
  const protocol = given('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL')
  const spoken = protocol?.text.toLowerCase() ?? off.protocol
  if (spoken !== 'http/json' && spoken !== 'http/protobuf') {
    return because(`${protocol?.name ?? ''}: must be http/protobuf or http/json, which collectors take at port 4318`)
  }
  const { sampler, said } = samplerOf(of('OTEL_TRACES_SAMPLER'), of('OTEL_TRACES_SAMPLER_ARG'))
  return { isOn: true, protocol: spoken, sampler, said }
}

function samplerOf(
  name = 'parentbased_always_on',
  share: string | undefined,
): Pick<TracingSettings, 'sampler' | 'said'> {
  if (!isSampler(name)) {
    const said = [`OTEL_TRACES_SAMPLER: must be one of ${samplerNames.join(', ')}; everything is traced`]
    return { sampler: { name: 'parentbased_always_on', ratio: 1 }, said }
  }
  const ratio = share === undefined ? 1 : Number(share)
  if (!name.endsWith('traceidratio') || (ratio >= 0 && ratio <= 1)) return { sampler: { name, ratio }, said: [] }
  return {
    sampler: { name, ratio: 1 },
    said: ['OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1; everything is traced'],
  }
}
