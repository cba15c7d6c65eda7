import { withError } from './actors'
import { answersTo, fieldEvents, leaveTo } from './form'

// What a flow with a RecordForm does when somebody else changes its record: its states and transitions, by name.

type Refresh<Row> = { event: { record: Row } }
const withRecord =
  <Row>() =>
  <Type extends string>(type: Type) => ({ type, params: ({ event: { record } }: Refresh<Row>) => ({ record }) })

/** While a form is edited, news of its record are shown at once when nothing was typed, and decided about otherwise. */
export const refreshOf = <Row>() =>
  ({
    'record.refresh': [
      { guard: withRecord<Row>()('isNoNews'), actions: withRecord<Row>()('keepUp') },
      { guard: 'hasInput', target: 'deciding', actions: withRecord<Row>()('noteTheirs') },
      { actions: withRecord<Row>()('takeTheirs') },
    ],
  }) as const

/** News of a record while a form may not be typed into, such as when what was typed is said once more. */
export const newsTo =
  <Row>() =>
  <Target extends string>(target: Target) =>
    [
      { guard: withRecord<Row>()('isNoNews'), actions: withRecord<Row>()('keepUp') },
      { target, actions: withRecord<Row>()('noteTheirs') },
    ] as const

/**
 * What a person is asked before a save: what to do about news of the record (GE-09), and whether to discard what was typed
 * (GE-07). Of a record that nobody reads meanwhile, news come with a refusal alone.
 */
export const saveQuestions = <Values>() =>
  ({
    deciding: {
      tags: ['open', 'deciding'],
      on: {
        ...fieldEvents<Values>(),
        'theirs.use': { target: 'editing', actions: 'useTheirs' },
        'mine.keep': { target: 'editing', actions: 'keepMine' },
        ...leaveTo('cancelled'),
      },
    },
    asking: {
      tags: ['open', 'asking'],
      on: {
        ...answersTo('cancelled'),
        'input.keep': [{ guard: 'hasNews', target: 'deciding' }, { target: 'editing' }],
      },
    },
  }) as const

/** The same of a record that is read again while it is open; news that come while the person is asked wait. */
export const recordQuestions = <Row, Values>() => {
  const { deciding, asking } = saveQuestions<Values>()
  return {
    deciding: {
      ...deciding,
      on: {
        ...deciding.on,
        'record.refresh': [
          { guard: withRecord<Row>()('isNoNews'), target: 'editing', actions: withRecord<Row>()('keepUp') },
          { actions: withRecord<Row>()('noteTheirs') },
        ],
      },
    },
    asking: {
      ...asking,
      on: {
        ...asking.on,
        'record.refresh': [
          { guard: withRecord<Row>()('isNoNews'), actions: withRecord<Row>()('keepUp') },
          { actions: withRecord<Row>()('noteTheirs') },
        ],
      },
    },
  } as const
}

/**
 * What becomes of a save that was refused because the record has changed: the person decides. When nothing that they see
 * has changed, there is nothing to decide, and it is saved again upon the new version.
 */
export const outdatedTo = <Target extends string>(saving: Target) =>
  [
    {
      guard: withError('isOutdatedUnseen'),
      target: saving,
      reenter: true,
      actions: ['revertChange', withError('keepUpWithCurrent')],
    },
    { guard: withError('isOutdated'), target: 'deciding', actions: ['revertChange', withError('noteCurrent')] },
  ] as const
