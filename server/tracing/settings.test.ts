import { expect, test } from 'vitest'
import { readTracing } from './settings'

const address = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
const mustBeAddress = 'must be an http or https address such as http://localhost:4318; nothing is traced'

test.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
  [{ OTEL_SERVICE_NAME: 'desk', OTEL_TRACES_SAMPLER: 'always_on' }, false],
  [address, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/v1/traces' }, true],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
  [{ ...address, OTEL_TRACES_EXPORTER: 'none' }, false],
  [{ ...address, OTEL_SDK_DISABLED: 'true' }, false],
  [{ ...address, OTEL_SDK_DISABLED: 'false' }, true],
])('AP-02 with %j something is traced: %s', (env, isOn) => {
  expect(readTracing(env)).toMatchObject({ isOn, said: [] })
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, `OTEL_EXPORTER_OTLP_ENDPOINT: ${mustBeAddress}`],
  [
    { ...address, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'htp://x' },
    `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ${mustBeAddress}`,
  ],
  [
    { ...address, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL: must be http/protobuf or http/json, which collectors take at port 4318; nothing is traced',
  ],
  [
    { ...address, OTEL_TRACES_EXPORTER: 'console' },
    'OTEL_TRACES_EXPORTER: only otlp and none are known here; nothing is traced',
  ],
])('AP-02 what can not be done of %j is said in a line, and nothing is traced', (env, line) => {
  expect(readTracing(env)).toMatchObject({ isOn: false, said: [line] })
})

test.each([
  [{}, 'parentbased_always_on', 1, undefined],
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, 'always_off', 1, undefined],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }, 'traceidratio', 0.25, undefined],
  [
    { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '25%' },
    'parentbased_traceidratio',
    1,
    'OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1; everything is traced',
  ],
  [
    { OTEL_TRACES_SAMPLER: 'jaeger_remote' },
    'parentbased_always_on',
    1,
    expect.stringMatching(/^OTEL_TRACES_SAMPLER:/),
  ],
])('AP-02 with %j what is traced is chosen by %s, %d', (env, name, ratio, line) => {
  const { isOn, sampler, said } = readTracing({ ...address, ...env })
  expect({ isOn, sampler, said }).toEqual({
    isOn: true,
    sampler: { name, ratio },
    said: line === undefined ? [] : [line],
  })
})
