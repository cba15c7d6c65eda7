import { defineSlotRecipe } from '@pandacss/dev'

/** A value in a list that is changed where it stands. */
export const inPlace = defineSlotRecipe({
  className: 'inPlace',
  slots: ['value', 'beside', 'form'],
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
    // What is said about it stands below it, on lines of its own.
    form: { width: '9rem', marginInlineStart: 'auto', whiteSpace: 'normal', '& input': { height: '7' } },
  },
})
