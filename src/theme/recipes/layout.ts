import { defineRecipe, defineSlotRecipe } from '@pandacss/dev'

const gap = {
  none: { gap: '0' },
  xs: { gap: '1' },
  sm: { gap: '2' },
  md: { gap: '4' },
  lg: { gap: '6' },
  xl: { gap: '8' },
}

export const stackStyle = defineRecipe({
  className: 'stack',
  base: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  variants: { gap, align: { stretch: {}, start: { alignItems: 'flex-start' }, center: { alignItems: 'center' } } },
  defaultVariants: { gap: 'md', align: 'stretch' },
})

export const rowStyle = defineRecipe({
  className: 'row',
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', minWidth: 0 },
  variants: {
    gap,
    justify: {
      start: {},
      center: { justifyContent: 'center' },
      end: { justifyContent: 'flex-end' },
      between: { justifyContent: 'space-between' },
    },
    align: { center: {}, start: { alignItems: 'flex-start' }, end: { alignItems: 'flex-end' } },
    wrap: { true: {}, false: { flexWrap: 'nowrap' } },
  },
  defaultVariants: { gap: 'sm', justify: 'start', align: 'center', wrap: true },
})

/** Columns that fold into one another where there is no room for all. */
export const gridStyle = defineRecipe({
  className: 'grid',
  base: { display: 'grid', minWidth: 0 },
  variants: {
    gap,
    columns: {
      two: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 11rem), 1fr))' },
      three: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 16rem), 1fr))' },
      four: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 12rem), 1fr))' },
    },
  },
  defaultVariants: { gap: 'md', columns: 'two' },
})

const column = { display: 'flex', flexDirection: 'column', gap: '4', minWidth: 0 } as const

/** What a record is made of, wide, and who and where, narrow, beside it. */
export const recordColumns = defineSlotRecipe({
  className: 'recordColumns',
  slots: ['root', 'main', 'side'],
  base: {
    root: {
      display: 'grid',
      gap: '4',
      alignItems: 'start',
      minWidth: 0,
      _besides: { gridTemplateColumns: 'minmax(0, 1fr) 22rem', gridTemplateRows: 'auto 1fr' },
    },
    main: { ...column, _besides: { gridColumn: '1', gridRow: '1 / span 2' } },
    side: {
      ...column,
      _besides: { gridColumn: '2' },
      '&:nth-child(2)': { _besides: { gridRow: '1 / span 2' } },
      _empty: { display: 'none' },
    },
  },
})

export const card = defineRecipe({
  className: 'card',
  base: {
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'lg',
    boxShadow: 'card',
    minWidth: 0,
  },
  variants: { padding: { none: {}, md: { p: '4', _wide: { p: '5' } } } },
  defaultVariants: { padding: 'md' },
})

export const text = defineRecipe({
  className: 'text',
  base: { overflowWrap: 'anywhere' },
  variants: {
    tone: {
      default: {},
      muted: { color: 'textMuted' },
      subtle: { color: 'textSubtle' },
      danger: { color: 'redText' },
    },
    size: { sm: { fontSize: 'sm' }, md: { fontSize: 'md' }, lg: { fontSize: 'lg' } },
    weight: { normal: {}, medium: { fontWeight: 'medium' }, semibold: { fontWeight: 'semibold' } },
    // Keeps the line breaks of what a person wrote, in a column that is pleasant to read.
    prose: { true: { whiteSpace: 'pre-wrap', maxWidth: '72ch' } },
    numeric: { true: { fontVariantNumeric: 'tabular-nums' } },
  },
  defaultVariants: { tone: 'default', size: 'md', weight: 'normal' },
})

/** A text with a button that copies it, in one line even where there is little room. */
export const copyable = defineRecipe({
  className: 'copyable',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    maxWidth: '100%',
    overflowWrap: 'anywhere',
    // The button makes no line higher, however large it is for a finger.
    '& > button': { flexShrink: 0, marginBlock: '-3' },
  },
})

/** A person's address keeps its lines, and is as upright as all else. */
export const address = defineRecipe({
  className: 'address',
  base: { fontStyle: 'normal', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
})

export const heading = defineRecipe({
  className: 'heading',
  base: { fontWeight: 'semibold', lineHeight: 'tight', letterSpacing: '-0.01em', textWrap: 'balance' },
  variants: {
    size: { sm: { fontSize: 'md' }, md: { fontSize: 'lg' }, lg: { fontSize: 'xl' }, xl: { fontSize: 'xxl' } },
  },
  defaultVariants: { size: 'md' },
})
