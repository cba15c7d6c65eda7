import { defineSlotRecipe } from '@pandacss/dev'

export const searchBox = defineSlotRecipe({
  className: 'searchBox',
  slots: ['root', 'icon', 'input', 'clear'],
  base: {
    root: {
      position: 'relative',
      flex: '1',
      minWidth: '40',
      maxWidth: '80',
      _cards: { flex: '1 0 100%', maxWidth: 'none' },
    },
    icon: {
      position: 'absolute',
      insetInlineStart: '2.5',
      top: '50%',
      width: '4',
      height: '4',
      marginTop: '-2',
      color: 'textSubtle',
      pointerEvents: 'none',
    },
    input: {
      width: '100%',
      height: '8',
      px: '8',
      bg: 'surface',
      borderWidth: '1px',
      borderColor: 'edge',
      borderRadius: 'md',
      '&:focus-visible': { outlineOffset: '-1px', borderColor: 'focus' },
      // It has a button of its own.
      '&::-webkit-search-cancel-button': { display: 'none' },
    },
    clear: { position: 'absolute', insetInlineEnd: '0.5', top: '50%', transform: 'translateY(-50%)' },
  },
})
