import { defineRecipe, defineSlotRecipe } from '@pandacss/dev'

export const spinner = defineRecipe({
  className: 'spinner',
  base: {
    display: 'inline-block',
    width: '1em',
    height: '1em',
    fontSize: '0.875rem',
    flexShrink: 0,
    borderRadius: 'full',
    border: '2px solid currentColor',
    borderInlineEndColor: 'transparent',
    animation: 'spin 700ms linear infinite',
  },
})

export const skeleton = defineRecipe({
  className: 'skeleton',
  base: {
    display: 'block',
    maxWidth: '100%',
    bg: 'muted',
    borderRadius: 'sm',
    animation: 'pulse 1.6s ease-in-out infinite',
  },
  variants: {
    shape: {
      line: { height: '3', width: '100%' },
      short: { height: '3', width: '40%' },
      title: { height: '6', width: '56', maxWidth: '60%' },
      block: { height: '24', width: '100%' },
    },
  },
  defaultVariants: { shape: 'line' },
})

export const alert = defineRecipe({
  className: 'alert',
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    px: '3',
    py: '2',
    borderRadius: 'md',
    fontSize: 'sm',
    overflowWrap: 'anywhere',
    // Above a page's head, which keeps no distance of its own.
    'main > &': { marginBottom: '4' },
  },
  variants: {
    tone: {
      red: { bg: 'redBg', color: 'redText' },
      amber: { bg: 'amberBg', color: 'amberText' },
      green: { bg: 'greenBg', color: 'greenText' },
      blue: { bg: 'blueBg', color: 'blueText' },
    },
  },
  defaultVariants: { tone: 'red' },
})

/** What stands in for content that is not there: nothing found, or nothing loaded. */
export const notice = defineSlotRecipe({
  className: 'notice',
  slots: ['root', 'icon', 'title', 'text', 'actions'],
  base: {
    root: {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      gap: '2',
      px: '4',
      py: '12',
      textAlign: 'center',
    },
    icon: { width: '6', height: '6', color: 'textSubtle', marginBottom: '1' },
    title: { fontSize: 'md', fontWeight: 'semibold' },
    text: { maxWidth: '30rem', fontSize: 'sm', color: 'textMuted', textWrap: 'pretty' },
    actions: { display: 'flex', gap: '2', marginTop: '2' },
  },
  variants: { tone: { neutral: {}, red: { icon: { color: 'redText' } } } },
  defaultVariants: { tone: 'neutral' },
})
