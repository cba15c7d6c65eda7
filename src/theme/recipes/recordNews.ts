import { defineSlotRecipe } from '@pandacss/dev'

/** What somebody else did to the record on screen, above the buttons of its dialog, and customers who may be the one that is typed. */
export const recordNews = defineSlotRecipe({
  className: 'recordNews',
  slots: ['root', 'list', 'entry', 'term', 'values', 'actions'],
  base: {
    root: {
      flex: 'none',
      maxHeight: '40vh',
      overflowY: 'auto',
      px: '3',
      py: '2',
      borderRadius: 'md',
      bg: 'amberBg',
      color: 'amberText',
      fontSize: 'sm',
    },
    list: { my: '1.5' },
    entry: { display: 'flex', flexWrap: 'wrap', columnGap: '2' },
    term: { fontWeight: 'medium', '&::after': { content: '":"' } },
    values: {
      minWidth: 0,
      overflowWrap: 'anywhere',
      '& del': { lineClamp: '2' },
      '& ins': { textDecoration: 'none', fontWeight: 'medium' },
    },
    actions: { display: 'flex', gap: '2' },
  },
})
