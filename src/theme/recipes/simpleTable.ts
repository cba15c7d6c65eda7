import { defineSlotRecipe } from '@pandacss/dev'

/** What stands between the first column and the last has no room on a phone; a note stands for it there. */
const between = { '&:not(:first-child, :last-child)': { display: 'none' } }

export const simpleTable = defineSlotRecipe({
  className: 'simpleTable',
  slots: ['root', 'head', 'cell', 'note', 'total', 'term', 'amount'],
  base: {
    root: {
      width: '100%',
      borderCollapse: 'collapse',
      fontVariantNumeric: 'tabular-nums',
      '& th:first-child, & td:first-child': { textAlign: 'start', overflowWrap: 'anywhere' },
      '& th:not(:first-child), & td:not(:first-child)': {
        textAlign: 'end',
        whiteSpace: 'nowrap',
        paddingInlineStart: '4',
      },
      // Long texts share the room, whatever stands in which.
      '& th[data-text]:not(:first-child), & td[data-text]:not(:first-child)': {
        textAlign: 'start',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
      },
      '& td:first-child, & td[data-text]': { minWidth: '24', _sheet: { minWidth: '0' } },
    },
    head: {
      py: '1.5',
      fontSize: 'xs',
      fontWeight: 'medium',
      color: 'textMuted',
      borderBottom: '1px solid {colors.line}',
      _sheet: between,
    },
    cell: {
      py: '2',
      '[data-density=compact] &': { py: '1' },
      verticalAlign: 'top',
      borderBottom: '1px solid {colors.line}',
      _sheet: between,
    },
    note: { display: 'none', color: 'textMuted', fontSize: 'sm', _sheet: { display: 'block' } },
    total: {
      '& > *': { py: '1' },
      '&:first-child > *': { pt: '3' },
      '&:last-child > *': { fontWeight: 'semibold', color: 'text' },
    },
    term: { fontWeight: 'normal', color: 'textMuted' },
    amount: {},
  },
})
