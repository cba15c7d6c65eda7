import { defineRecipe } from '@pandacss/dev'

/** Why a button can't be pressed, which stands at it while it has the pointer or the focus. */
export const reason = defineRecipe({
  className: 'reason',
  base: {
    position: 'fixed',
    inset: 'auto',
    positionArea: 'block-end',
    positionTryFallbacks: 'flip-block',
    // Beside the edge of the page it is as wide as elsewhere, and moved.
    width: 'max-content',
    maxWidth: 'min(18rem, 100vw)',
    // The pointer can go over to it without leaving both.
    m: '0',
    p: '1',
    border: 'none',
    bg: 'transparent',
    overflow: 'visible',
    '& > span': {
      display: 'block',
      px: '2',
      py: '1',
      bg: 'raised',
      color: 'text',
      borderRadius: 'md',
      boxShadow: 'popup',
      fontSize: 'sm',
      fontWeight: 'normal',
      textAlign: 'start',
      overflowWrap: 'break-word',
    },
  },
})
