import { defineSlotRecipe } from '@pandacss/dev'

/** The call that a person is in, above every screen. */
export const callBar = defineSlotRecipe({
  className: 'callBar',
  slots: ['root', 'who', 'actions', 'form', 'choices', 'fields'],
  base: {
    root: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '2',
      marginBottom: '4',
      px: '3',
      py: '2',
      borderRadius: 'lg',
      border: '1px solid {colors.line}',
      bg: 'surface',
      boxShadow: 'card',
      // Who is on the phone sees so, however far down an order is typed.
      // In one line, as what stays in sight below it begins where it ends.
      '&[data-state=talking]': { _wide: { position: 'sticky', top: '12', zIndex: 'call', flexWrap: 'nowrap' } },
      '& > svg': { flexShrink: 0, color: 'greenText' },
      '& > time': { fontVariantNumeric: 'tabular-nums', fontWeight: 'semibold' },
    },
    // On a phone the buttons have a line of their own.
    who: {
      minWidth: 0,
      overflowWrap: 'anywhere',
      '& a': { fontWeight: 'semibold' },
      _cards: { flex: '1 1 0' },
      '[data-state=talking] > &': { _wide: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } },
    },
    actions: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'flex-end',
      gap: '2',
      marginInlineStart: 'auto',
      '[data-state=talking] > &': { _wide: { flexWrap: 'nowrap', flexShrink: 0 } },
      _cards: { width: '100%' },
      '& kbd': { fontFamily: 'inherit', fontSize: '0.85em' },
    },
    form: { display: 'flex', flexDirection: 'column', gap: '3', width: '100%', minWidth: 0 },
    choices: {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '2',
      '& kbd': { fontFamily: 'inherit', opacity: 0.7 },
    },
    fields: { display: 'grid', gap: '3', _wide: { gridTemplateColumns: 'repeat(auto-fit, minmax(14rem, 1fr))' } },
  },
})
