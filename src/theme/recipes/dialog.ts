import { dialogAnatomy } from '@ark-ui/react/anatomy'
import { defineSlotRecipe } from '@pandacss/dev'

export const dialog = defineSlotRecipe({
  className: 'dialog',
  slots: [...dialogAnatomy.keys(), 'header', 'form', 'body', 'head', 'question', 'notice', 'footer'],
  base: {
    backdrop: {
      position: 'fixed',
      inset: 0,
      zIndex: 'overlay',
      bg: 'scrim',
      '&[data-state=open]': { animation: 'fadeIn {durations.normal} ease-out' },
      '&[data-state=closed]': { animation: 'fadeOut {durations.fast} ease-in' },
    },
    positioner: {
      position: 'fixed',
      inset: 0,
      zIndex: 'overlay',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      p: '4',
      _sheet: { alignItems: 'flex-end', p: '0' },
    },
    content: {
      display: 'flex',
      flexDirection: 'column',
      width: '100%',
      maxHeight: 'calc(100dvh - 2rem)',
      bg: 'raised',
      borderRadius: 'lg',
      boxShadow: 'dialog',
      outline: 'none',
      '&[data-state=open]': { animation: 'rise {durations.normal} ease-out' },
      '&[data-state=closed]': { animation: 'sink {durations.fast} ease-in' },
      _sheet: { maxWidth: '100%', maxHeight: '92dvh', borderBottomRadius: '0' },
    },
    header: { px: '5', pt: '5', pb: '3' },
    title: { fontSize: 'lg', fontWeight: 'semibold', lineHeight: 'tight' },
    description: { marginTop: '1', fontSize: 'sm', color: 'textMuted' },
    form: { display: 'flex', flexDirection: 'column', minHeight: 0 },
    question: { color: 'textMuted', overflowWrap: 'anywhere' },
    // EO-02: at most 80 % of the viewport high; the header and the footer stay in sight.
    body: { maxHeight: '80vh', minHeight: 0, overflowY: 'auto', px: '5', py: '2' },
    // Of a record, the name, its state and what can be done stay in sight (GE-14).
    head: {
      position: 'sticky',
      top: '0',
      zIndex: 'recordHead',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'flex-end',
      justifyContent: 'space-between',
      gap: '3',
      mx: '-5',
      px: '5',
      py: '2',
      bg: 'canvas',
    },
    notice: { flex: 'none', px: '5', pt: '2', _empty: { display: 'none' } },
    footer: {
      display: 'flex',
      justifyContent: 'flex-end',
      gap: '2',
      px: '5',
      pt: '3',
      pb: '5',
      _sheet: { '& > *': { flex: '1' } },
    },
  },
  variants: {
    size: {
      sm: { content: { maxWidth: '26rem' } },
      md: { content: { maxWidth: '34rem' } },
      lg: { content: { maxWidth: '56rem' } },
      // GE-14: a record's page beside its list, of two columns where a page of the same width has them.
      page: {
        content: {
          bg: 'canvas',
          maxWidth: '100%',
          _wide: { maxWidth: 'min(62rem, 100vw - 4rem)' },
          _besides: { maxWidth: 'min(80rem, 100vw - 12rem)' },
        },
        title: { fontSize: 'sm', color: 'textMuted' },
        header: { pt: '3', pb: '1' },
        body: { pt: '0', outline: 'none' },
      },
    },
    placement: {
      center: {},
      side: {
        positioner: { justifyContent: 'flex-end', alignItems: 'stretch', p: '0', _sheet: { alignItems: 'stretch' } },
        content: { maxHeight: '100dvh', borderRadius: '0', _sheet: { maxHeight: '100dvh' } },
        form: { flex: '1' },
        body: { flex: '1', maxHeight: 'none' },
      },
    },
  },
  defaultVariants: { size: 'md', placement: 'center' },
})
