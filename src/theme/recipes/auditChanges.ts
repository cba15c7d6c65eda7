import { defineSlotRecipe } from '@pandacss/dev'

/** What was changed in a record, a line for each field. */
export const auditChanges = defineSlotRecipe({
  className: 'auditChanges',
  slots: ['list', 'entry'],
  base: {
    list: { display: 'grid', rowGap: '0.5', py: '1' },
    entry: {
      overflowWrap: 'anywhere',
      '& > dt': { display: 'inline', color: 'textMuted', '&::after': { content: '": "' } },
      '& > dd': { display: 'inline' },
      '& del': { textDecoration: 'none', color: 'textMuted' },
      '& ins': { textDecoration: 'none', color: 'text' },
      // The title has all of it.
      '& [data-long]': { lineClamp: '3' },
    },
  },
})
