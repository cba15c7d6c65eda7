import { defineSlotRecipe } from '@pandacss/dev'

export const tabs = defineSlotRecipe({
  className: 'tabs',
  slots: ['root', 'list', 'trigger', 'content'],
  base: {
    root: { display: 'flex', flexDirection: 'column', gap: '5', minWidth: 0 },
    list: {
      position: 'relative',
      display: 'flex',
      gap: '5',
      _narrow: { gap: '4' },
      overflowX: 'auto',
      overflowY: 'hidden',
      scrollbarWidth: 'none',
      boxShadow: 'inset 0 -1px {colors.line}',
    },
    trigger: {
      flexShrink: 0,
      py: '2',
      color: 'textMuted',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
      borderBottom: '2px solid transparent',
      transition: 'color {durations.fast}',
      _hover: { color: 'text' },
      '&[data-count]::after': {
        content: 'attr(data-count) / ""',
        marginInlineStart: '1.5',
        px: '1.5',
        borderRadius: 'full',
        bg: 'muted',
        color: 'textMuted',
        fontSize: 'xs',
        fontVariantNumeric: 'tabular-nums',
      },
      '&[data-selected]': { color: 'text', borderBottomColor: 'accent' },
      '&:focus-visible': { outlineOffset: '-2px', borderRadius: 'sm' },
    },
    content: { minWidth: 0, '&:focus-visible': { outlineOffset: '4px', borderRadius: 'md' } },
  },
})
