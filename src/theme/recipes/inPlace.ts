import { defineSlotRecipe } from '@pandacss/dev'

/** A value in a list that is changed where it stands. */
export const inPlace = defineSlotRecipe({
  className: 'inPlace',
  slots: ['value', 'beside', 'standing', 'field'],
  base: {
    value: {
      px: '1.5',
      marginInlineEnd: '-1.5',
      lineHeight: '1.75rem',
      font: 'inherit',
      color: 'inherit',
      borderWidth: '1px',
      borderColor: 'transparent',
      borderRadius: 'sm',
      cursor: 'text',
      _hover: { borderColor: 'edge', bg: 'surface' },
      '&:has(+ *)': { marginInlineEnd: '0' },
      _coarse: { minHeight: '11' },
    },
    beside: { color: 'textSubtle', fontSize: 'xs' },
    // Not seen, and as wide as ever.
    standing: { height: '0', overflow: 'hidden', visibility: 'hidden' },
    // As wide as what it stands for. What is said about it stands below it, on lines of its own.
    field: { width: '0', minWidth: '100%', whiteSpace: 'normal', '& input': { height: '7' } },
  },
})
