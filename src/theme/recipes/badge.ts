import { defineRecipe } from '@pandacss/dev'

export const badge = defineRecipe({
  className: 'badge',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    height: '5',
    px: '2',
    borderRadius: 'full',
    fontSize: 'xs',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
  },
  variants: {
    tone: {
      neutral: { bg: 'muted', color: 'textMuted' },
      green: { bg: 'greenBg', color: 'greenText' },
      blue: { bg: 'blueBg', color: 'blueText' },
      red: { bg: 'redBg', color: 'redText' },
      amber: { bg: 'amberBg', color: 'amberText' },
    },
  },
  defaultVariants: { tone: 'neutral' },
})
