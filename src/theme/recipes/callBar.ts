import { defineSlotRecipe } from '@pandacss/dev'

/** The call that a person is in, at the lower end of every screen. */
export const callBar = defineSlotRecipe({
  className: 'callBar',
  slots: ['root', 'who', 'actions', 'form', 'choices', 'fields'],
  base: {
    root: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '2',
      // Who is on the phone sees so, however far down an order is typed. What comes in at this end moves nothing else.
      position: 'sticky',
      bottom: 0,
      zIndex: 'call',
      maxHeight: '70dvh',
      overflowY: 'auto',
      px: '4',
      py: '2',
      _sided: { px: '8' },
      borderTop: '1px solid {colors.line}',
      bg: 'surface',
      boxShadow: '0 -2px 8px rgb(0 0 0 / 6%)',
      _print: { display: 'none' },
      '&[data-state=talking]': { _wide: { flexWrap: 'nowrap' } },
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
      '& kbd': { fontFamily: 'inherit', fontSize: '0.85em' },
      // All of them in one line.
      _cards: {
        width: '100%',
        '& > *': { flex: '1 1 auto' },
        '& span': { srOnly: true },
        '[data-state=talking] > & kbd': { display: 'none' },
      },
    },
    form: { display: 'flex', flexDirection: 'column', gap: '3', width: '100%', minWidth: 0, py: '1' },
    choices: {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '2',
      '& kbd': { fontFamily: 'inherit', opacity: 0.7 },
    },
    fields: { display: 'grid', gap: '3', _wide: { gridTemplateColumns: 'repeat(auto-fit, minmax(14rem, 1fr))' } },
  },
})
