import { defineRecipe } from '@pandacss/dev'

/** A thin line that is easy to take hold of. */
export const splitter = defineRecipe({
  className: 'splitter',
  base: {
    position: 'relative',
    zIndex: 'sticky',
    bg: 'line',
    touchAction: 'none',
    '&::after': { content: '""', position: 'absolute' },
    '&:hover, &:focus-visible, &:active': { bg: 'accent' },
    '&:focus-visible': { outlineOffset: '0' },
    _unsided: { display: 'none' },
  },
  variants: {
    orientation: {
      vertical: { cursor: 'col-resize', '&::after': { inset: '0 -4px' } },
      horizontal: { cursor: 'row-resize', '&::after': { inset: '-4px 0' } },
    },
  },
})
