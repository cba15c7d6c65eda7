import { answersTo, fieldEvents, leaveTo, submitTo } from '../form'

/** The states in which a form is edited and left: what is valid is sent in the state `sending`. */
export const editingStates = <Values>(sending: string, cancelled: string) => ({
  editing: {
    tags: 'open',
    on: { ...fieldEvents<Values>(), ...leaveTo(cancelled), 'dialog.submit': submitTo(sending) },
  },
  asking: { tags: ['open', 'asking'], on: answersTo(cancelled) },
})
