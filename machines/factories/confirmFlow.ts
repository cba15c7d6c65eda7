import type { FlowSurroundings } from '../flowSurroundings'
import { endings, failedTo, type Flow, type FlowActors, flowOf, type Sending, sendingState } from './sending'

export type ConfirmEvent = { type: 'dialog.submit' } | { type: 'dialog.cancel' }

/** A question that is answered with yes or no; what it is about stays as it is. */
interface ConfirmFlow<
  Input extends FlowSurroundings,
  Context extends object,
  Actors extends FlowActors,
  Src extends keyof Actors & string,
> {
  id: string
  context: (input: Input) => Context
  actors: Actors
  submit: Sending<Context, Actors, Src, never>
  /** The state that a no leads to. */
  cancelled: string
  /** The state that a failure leads to, where the question is not asked again. */
  failed: string
}

/** The flow of a question with a yes: asked, sent, answered (OT-08). */
export const confirmFlow = <
  Input extends FlowSurroundings,
  Context extends object,
  Actors extends FlowActors,
  Src extends keyof Actors & string,
>({
  id,
  context,
  actors,
  submit,
  cancelled,
  failed,
}: ConfirmFlow<Input, Context, Actors, Src>): Flow<Context, ConfirmEvent, Actors, 'open' | 'busy', Input> =>
  flowOf(
    {
      id,
      context: ({ input }: { input: Input }) => context(input),
      initial: 'confirming',
      states: {
        confirming: { tags: 'open', on: { 'dialog.submit': submit.state, 'dialog.cancel': cancelled } },
        [submit.state]: sendingState(submit, failedTo(failed)),
        ...endings(submit.done, cancelled),
      },
    },
    { actors },
  )
