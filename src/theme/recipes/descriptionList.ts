import { defineSlotRecipe } from '@pandacss/dev'

export const descriptionList = defineSlotRecipe({
  className: 'descriptionList',
  slots: ['root', 'pair', 'term', 'detail'],
  base: {
    root: {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 14rem), 1fr))',
      // What can be copied, such as an address, stands in one line.
      '&:has(button)': { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))' },
      columnGap: '6',
      rowGap: '4',
    },
    pair: {
      display: 'flex',
      flexDirection: 'column',
      gap: '1',
      minWidth: 0,
      '&[data-wide]': { gridColumn: '1 / -1', maxWidth: '72ch' },
      // A button beside a text makes no line higher, however large it is for a finger.
      '& button': { marginBlock: '-3' },
    },
    term: { fontSize: 'xs', color: 'textSubtle' },
    detail: { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', fontVariantNumeric: 'tabular-nums' },
  },
  variants: {
    layout: {
      grid: {},
      rows: {
        root: { gridTemplateColumns: '1fr', rowGap: '2' },
        pair: { flexDirection: 'row', alignItems: 'baseline', justifyContent: 'space-between', gap: '4' },
        detail: { textAlign: 'end' },
      },
    },
  },
  defaultVariants: { layout: 'grid' },
})
