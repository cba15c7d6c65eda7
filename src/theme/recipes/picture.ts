import { defineRecipe } from '@pandacss/dev'

/** A record's picture, or a sign in its place. */
export const picture = defineRecipe({
  className: 'picture',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flex: 'none',
    overflow: 'hidden',
    objectFit: 'cover',
    borderRadius: 'sm',
    borderWidth: '1px',
    borderColor: 'line',
    bg: 'muted',
    color: 'textMuted',
    verticalAlign: 'middle',
  },
  variants: {
    size: {
      sm: { width: '7', height: '7', '& > svg': { width: '4', height: '4' } },
      lg: { width: '20', height: '20', '& > svg': { width: '8', height: '8' } },
    },
  },
  defaultVariants: { size: 'sm' },
})
