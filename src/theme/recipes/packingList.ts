import { defineSlotRecipe } from '@pandacss/dev'

/** Parcels to pack: below one another on the screen, a page each on paper. */
export const packingList = defineSlotRecipe({
  className: 'packingList',
  slots: ['fulfilment', 'title', 'address'],
  base: {
    fulfilment: {
      p: '6',
      marginBottom: '4',
      bg: 'surface',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'lg',
      _print: { borderWidth: '0', p: '0', bg: 'transparent', breakInside: 'avoid', breakAfter: 'page' },
    },
    title: { fontSize: 'lg', fontWeight: 'semibold' },
    address: { fontStyle: 'normal', whiteSpace: 'pre-line', my: '3' },
  },
})
