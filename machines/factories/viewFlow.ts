import type { FlowSurroundings } from '../flowSurroundings'
import { endings, type Flow, type FlowActors, flowOf } from './sending'

export type ViewEvent = { type: 'dialog.cancel' } | { type: 'dialog.leave' }

interface ViewFlow<Input extends FlowSurroundings, Context extends object> {
  id: string
  /** What is looked at. */
  context: (input: Input) => Context
  /** The state in which it is. */
  state: string
}

/** The flow of looking at something, for as long as it is open. */
export const viewFlow = <Input extends FlowSurroundings, Context extends object>({
  id,
  context,
  state,
}: ViewFlow<Input, Context>): Flow<Context, ViewEvent, FlowActors, 'open', Input> =>
  flowOf(
    {
      id,
      context: ({ input }: { input: Input }) => context(input),
      initial: state,
      states: {
        [state]: { tags: 'open', on: { 'dialog.cancel': 'closed', 'dialog.leave': 'closed' } },
        ...endings('closed'),
      },
    },
    { actors: {} },
  )
