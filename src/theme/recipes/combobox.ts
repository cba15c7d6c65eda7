import { comboboxAnatomy } from '@ark-ui/react/anatomy'
import { defineSlotRecipe } from '@pandacss/dev'

export const combobox = defineSlotRecipe({
  className: 'combobox',
  slots: [...comboboxAnatomy.keys(), 'detail', 'message'],
  base: {
    control: { position: 'relative', '& input': { paddingInlineEnd: '8', _coarse: { paddingInlineEnd: '11' } } },
    trigger: {
      position: 'absolute',
      insetInlineEnd: '1',
      top: '1',
      width: '6',
      height: '6',
      _coarse: { insetInlineEnd: '0', top: '0', width: '11', height: '11' },
      display: 'grid',
      placeItems: 'center',
      borderRadius: 'sm',
      color: 'textMuted',
      '& svg': { width: '4', height: '4' },
    },
    content: {
      // The positioner takes its z-index from here.
      zIndex: 'menu',
      p: '1',
      maxHeight: 'min(18rem, var(--available-height, 18rem))',
      overflowY: 'auto',
      bg: 'raised',
      borderRadius: 'md',
      boxShadow: 'popup',
      // It would cover the dialog that stands before the page.
      '[inert] &, [aria-hidden=true] &': { visibility: 'hidden' },
      // Below its field on the page, of one height whatever is found.
      '&[data-inline]': { height: '18rem', mt: '2', boxShadow: 'none' },
      '&[data-state=open]': { animation: 'fadeIn {durations.fast} ease-out' },
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      // Names stay whole where there is little room: what tells them apart stands below them.
      flexWrap: 'wrap',
      columnGap: '3',
      minHeight: '8',
      _coarse: { minHeight: '11' },
      px: '2',
      py: '1',
      borderRadius: 'sm',
      '&[data-disabled]': { color: 'textMuted' },
      '&[data-highlighted]': { bg: 'accentSubtle' },
      '& svg': { width: '4', height: '4', flexShrink: 0, color: 'accentText' },
    },
    itemText: {
      flex: '1 0 auto',
      maxWidth: '100%',
      overflowWrap: 'anywhere',
    },
    detail: {
      minWidth: 0,
      overflowWrap: 'anywhere',
      fontSize: 'sm',
      color: 'textMuted',
      fontVariantNumeric: 'tabular-nums',
    },
    message: { px: '2', py: '2', fontSize: 'sm', color: 'textMuted', display: 'flex', alignItems: 'center', gap: '2' },
  },
})
