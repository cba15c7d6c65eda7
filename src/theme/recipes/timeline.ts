import { defineSlotRecipe } from '@pandacss/dev'

/** What happened to a record, one below the other, on a line that holds them together. */
export const timeline = defineSlotRecipe({
  className: 'timeline',
  slots: ['root', 'event', 'head', 'title', 'by', 'text'],
  base: {
    root: { display: 'flex', flexDirection: 'column' },
    event: {
      position: 'relative',
      paddingInlineStart: '5',
      paddingBottom: '4',
      _before: {
        content: '""',
        position: 'absolute',
        insetInlineStart: '1',
        top: '1.5',
        width: '2',
        height: '2',
        borderRadius: 'full',
        bg: 'edge',
      },
      _after: {
        content: '""',
        position: 'absolute',
        insetInlineStart: '7px',
        top: '4',
        bottom: '0',
        width: '1px',
        bg: 'line',
      },
      _last: { paddingBottom: 0, _after: { display: 'none' } },
    },
    head: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '3' },
    title: { fontWeight: 'medium' },
    by: { color: 'textMuted', fontSize: 'sm' },
    text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', color: 'textMuted' },
  },
})
