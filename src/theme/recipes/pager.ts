import { defineSlotRecipe } from '@pandacss/dev'

export const pager = defineSlotRecipe({
  className: 'pager',
  slots: ['root', 'size', 'select', 'total', 'nav', 'status', 'pages', 'page', 'ellipsis'],
  base: {
    root: { display: 'contents' },
    size: { display: 'flex', alignItems: 'center', gap: '2', _narrow: { display: 'none' } },
    select: {
      height: '7',
      px: '1.5',
      bg: 'surface',
      color: 'text',
      borderWidth: '1px',
      borderColor: 'edge',
      borderRadius: 'md',
    },
    total: { marginInlineEnd: 'auto', fontVariantNumeric: 'tabular-nums' },
    nav: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      marginInlineStart: 'auto',
      _narrow: { marginInline: 'auto' },
    },
    status: { fontVariantNumeric: 'tabular-nums', _narrow: { display: 'none' } },
    pages: { display: 'flex', alignItems: 'center', gap: '1' },
    page: {
      minWidth: '7',
      _coarse: { minWidth: '11' },
      height: '7',
      px: '1.5',
      borderRadius: 'md',
      color: 'textMuted',
      fontVariantNumeric: 'tabular-nums',
      _hover: { bg: 'muted', color: 'text' },
      '&[aria-current=page]': { bg: 'accentSubtle', color: 'accentText', fontWeight: 'semibold' },
    },
    ellipsis: { px: '0.5', color: 'textSubtle' },
  },
})
