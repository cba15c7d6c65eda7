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
    '& > svg': { flexShrink: 0 },
    '& > time': { flexShrink: 0, fontVariantNumeric: 'tabular-nums' },
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  variants: {
    tone: {
      neutral: { bg: 'muted', color: 'textMuted' },
      green: { bg: 'greenBg', color: 'greenText' },
      blue: { bg: 'blueBg', color: 'blueText' },
      red: { bg: 'redBg', color: 'redText' },
      amber: { bg: 'amberBg', color: 'amberText' },
    },
    // A dot that is drawn, so that a status keeps its name.
    mark: {
      none: {},
      dot: { '&::before': { content: '""', width: '1.5', height: '1.5', borderRadius: 'full', bg: 'currentColor' } },
    },
  },
  defaultVariants: { tone: 'neutral', mark: 'none' },
})
