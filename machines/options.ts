import type { DoneActorEvent } from 'xstate'
import type { FlowSurroundings } from './flowSurroundings'

/** What a flow with lists of options takes: each list that could not be read is read again. */
export type OptionsEvent = { type: 'options.retry' }

/**
 * Reads the options of a form's select when the flow opens (AO-02, EM-02):
 * `gateways: optionsRegion<Gateway>()('fetchGateways', 'setGateways')`.
 */
export const optionsRegion =
  <Option>() =>
  <Source extends string, Action extends string>(src: Source, set: Action) =>
    ({
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src,
            input: ({ context: { organizationId } }: { context: FlowSurroundings }) => ({ organizationId }),
            onDone: {
              target: 'ready',
              actions: {
                type: set,
                params: ({ event }: { event: DoneActorEvent<Option[]> }) => ({ options: event.output }),
              },
            },
            onError: 'failed',
          },
        },
        ready: {},
        failed: { on: { 'options.retry': 'loading' } },
      },
    }) as const
