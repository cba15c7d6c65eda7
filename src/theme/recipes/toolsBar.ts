import { defineSlotRecipe } from '@pandacss/dev'

/** The tools for testers: small, at the bottom, above everything but messages. */
export const toolsBar = defineSlotRecipe({
  className: 'toolsBar',
  slots: ['root', 'group', 'note', 'dot'],
  base: {
    root: {
      position: 'fixed',
      bottom: 'calc({spacing.3} + var(--dock))',
      'body:has(.callBar__root:not([data-state=talking])) &': { bottom: '16' },
      insetInlineStart: '50%',
      transform: 'translateX(-50%)',
      zIndex: 'toasts',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '1',
      rowGap: '1',
      width: 'max-content',
      maxWidth: 'calc(100vw - 1.5rem)',
      p: '1',
      bg: 'raised',
      borderRadius: 'lg',
      boxShadow: 'popup',
      fontSize: 'sm',
      // An open dialog makes the page behind it deaf to the pointer, but not this bar.
      pointerEvents: 'auto',
      _print: { display: 'none' },
    },
    group: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '1',
      '&:not(:first-child)': { _wide: { borderInlineStart: '1px solid {colors.line}', paddingInlineStart: '1' } },
    },
    note: { px: '2', color: 'textMuted', fontVariantNumeric: 'tabular-nums' },
    dot: {
      width: '2.5',
      height: '2.5',
      borderRadius: 'full',
      bg: 'danger',
      '&[data-running=true]': { animation: 'pulse 1.2s infinite' },
    },
  },
})
