import { menuAnatomy } from '@ark-ui/react/anatomy'
import { defineSlotRecipe } from '@pandacss/dev'

export const menu = defineSlotRecipe({
  className: 'menu',
  slots: [...menuAnatomy.keys(), 'check', 'hint', 'itemReason'],
  base: {
    content: {
      // The positioner takes its z-index from here.
      zIndex: 'menu',
      minWidth: '40',
      maxWidth: '80',
      maxHeight: 'min(24rem, var(--available-height))',
      overflowY: 'auto',
      p: '1',
      bg: 'raised',
      color: 'text',
      borderRadius: 'md',
      boxShadow: 'popup',
      outline: 'none',
      fontSize: 'md',
      fontWeight: 'normal',
      textAlign: 'start',
      // Whatever cell it is opened from.
      whiteSpace: 'normal',
      '&[data-state=open]': { animation: 'fadeIn {durations.fast} ease-out' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      minHeight: '8',
      _coarse: { minHeight: '11' },
      px: '2',
      py: '1',
      borderRadius: 'sm',
      '&[data-highlighted]': { bg: 'muted' },
      '&[data-tone=danger]': { color: 'redText' },
      '&[data-tone=danger][data-highlighted]': { bg: 'redBg' },
      '&[data-disabled]': { color: 'textSubtle' },
      '& svg': { width: '4', height: '4', flexShrink: 0 },
      '&[data-disabled] > svg': { opacity: 0.55 },
    },
    itemText: { flex: '1', minWidth: 0, overflowWrap: 'anywhere' },
    itemReason: { display: 'block', fontSize: 'xs', pb: '1' },
    check: { width: '4', height: '4', flexShrink: 0, color: 'accentText' },
    // Drawn, and no part of what the entry is called.
    hint: {
      color: 'textSubtle',
      fontSize: 'xs',
      _coarse: { display: 'none' },
      _before: { content: 'attr(data-keys)' },
    },
    itemGroupLabel: { px: '2', py: '1.5', fontSize: 'xs', color: 'textSubtle', overflowWrap: 'anywhere' },
    separator: { height: '1px', my: '1', bg: 'line', border: 'none' },
  },
})
