import { defineSlotRecipe } from '@pandacss/dev'

/** A form with what belongs to it beside it, which stays in sight (NO-01). */
export const orderNew = defineSlotRecipe({
  className: 'orderNew',
  slots: [
    'root',
    'main',
    'who',
    'where',
    'terms',
    'side',
    'place',
    'line',
    'offer',
    'fields',
    'amount',
    'script',
    'drafts',
    'draft',
    'placed',
    'code',
  ],
  base: {
    root: {
      display: 'grid',
      gap: '4',
      alignItems: 'start',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', _sided: 'minmax(0, 1fr) 20rem' },
      _unsided: { paddingBottom: '12' },
    },
    // All of a short order is seen at once by whoever is on the phone.
    main: {
      display: 'flex',
      flexDirection: 'column',
      gap: { base: '4', _besides: '3' },
      minWidth: 0,
    },
    who: {
      display: 'grid',
      gap: { base: '4', _besides: '3' },
      gridTemplateColumns: { base: 'minmax(0, 1fr)', _besides: 'minmax(0, 2fr) minmax(0, 3fr)' },
    },
    // An address that is only read back leaves room for the terms beside it.
    where: {
      display: 'grid',
      gap: { base: '4', _besides: '3' },
      gridTemplateColumns: 'minmax(0, 1fr)',
      '&:not(:has([data-fields])):has(> :nth-child(2))': {
        _besides: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)' },
      },
    },
    terms: {
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      maxWidth: '72ch',
      maxHeight: '10rem',
      overflowY: 'auto',
    },
    side: {
      display: 'flex',
      flexDirection: 'column',
      gap: '4',
      minWidth: 0,
      _sided: { position: 'sticky', top: '16' },
    },
    // Where nothing stands beside the form, the total and Place stay in sight below it, above a call.
    place: {
      '& > strong': { fontSize: 'lg', fontVariantNumeric: 'tabular-nums', _sided: { display: 'none' } },
      _unsided: {
        position: 'fixed',
        insetInline: 0,
        bottom: 'var(--dock)',
        zIndex: 'recordHead',
        display: 'flex',
        alignItems: 'center',
        gap: '4',
        px: '4',
        py: '2',
        bg: 'surface',
        borderTop: '1px solid {colors.line}',
        '& small': { display: 'none' },
        '& > button': { flex: '1', width: 'auto', minWidth: 0 },
      },
    },
    line: {
      display: 'flex',
      flexDirection: 'column',
      gap: '2',
      paddingTop: '3',
      borderTop: '1px solid',
      borderColor: 'line',
      _besides: { flexDirection: 'row', alignItems: 'flex-start', gap: '3' },
    },
    offer: { minWidth: 0, _besides: { flex: 1 } },
    fields: {
      display: 'grid',
      gap: '3',
      alignItems: 'start',
      gridTemplateColumns: { base: '1fr 1fr', _wide: '8rem 10rem 1fr auto', _besides: '6rem 9rem 5rem auto' },
    },
    amount: {
      alignSelf: 'center',
      textAlign: { base: 'start', _wide: 'end' },
      '& + button': { justifySelf: 'end', alignSelf: 'center' },
      // Beside what is typed, whatever is said below that.
      _besides: { alignSelf: 'start', marginTop: '7', '& + button': { alignSelf: 'start', marginTop: '6' } },
      fontWeight: 'medium',
      fontVariantNumeric: 'tabular-nums',
    },
    script: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: '24rem', overflowY: 'auto' },
    drafts: { display: 'flex', flexDirection: 'column', gap: '2', listStyle: 'none' },
    placed: {
      display: 'grid',
      gap: '4',
      alignItems: 'start',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', _sided: 'minmax(0, 1fr) minmax(0, 1fr)' },
    },
    // Read from afar, by whoever has the phone in one hand.
    code: {
      '& strong': {
        display: 'block',
        fontSize: 'min(2.75rem, 9.5vw)',
        lineHeight: '1.2',
        letterSpacing: '0.12em',
        fontVariantNumeric: 'tabular-nums',
        overflowWrap: 'anywhere',
      },
    },
    draft: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2', minWidth: 0 },
  },
})
