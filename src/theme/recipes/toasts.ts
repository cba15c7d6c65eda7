import { defineSlotRecipe } from '@pandacss/dev'

/** KO-01: 356 px wide, 14 px between two toasts. */
export const toasts = defineSlotRecipe({
  className: 'toasts',
  slots: ['root', 'list', 'toast', 'icon', 'message'],
  base: {
    root: {
      position: 'fixed',
      insetInlineEnd: '4',
      bottom: 'calc({spacing.4} + var(--dock))',
      // Above the buttons of a sheet.
      _narrow: { top: '4', bottom: 'auto' },
      // Away from a panel at the side, which has buttons at both of its ends, and from what closes a call.
      'body:has([data-placement=side], .callBar__root:not([data-state=talking])) &': {
        _wide: { insetInlineStart: '4', insetInlineEnd: 'auto' },
      },
      zIndex: 'toasts',
      width: '356px',
      maxWidth: 'calc(100vw - 2rem)',
      pointerEvents: 'none',
    },
    list: { display: 'flex', flexDirection: 'column', gap: '14px', listStyle: 'none' },
    toast: {
      display: 'flex',
      alignItems: 'flex-start',
      gap: '2.5',
      p: '3',
      bg: 'raised',
      borderRadius: 'md',
      boxShadow: 'popup',
      pointerEvents: 'auto',
      touchAction: 'pan-y',
      userSelect: 'none',
      animation: 'rise {durations.normal} ease-out',
    },
    icon: {
      width: '4.5',
      height: '4.5',
      flexShrink: 0,
      marginTop: '1px',
      '[data-kind=success] > &': { color: 'greenText' },
      '[data-kind=error] > &': { color: 'redText' },
      '[data-kind=info] > &': { color: 'blueText' },
    },
    message: { flex: '1', minWidth: 0, overflowWrap: 'anywhere', paddingTop: '0.5' },
  },
})
