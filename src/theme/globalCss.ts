import { defineGlobalStyles } from '@pandacss/dev'

export const globalCss = defineGlobalStyles({
  html: {
    colorScheme: 'light dark',
    '&[data-theme=light]': { colorScheme: 'light' },
    '&[data-theme=dark]': { colorScheme: 'dark' },
    fontFamily: 'body',
    fontSize: '100%',
    lineHeight: 'normal',
    textSizeAdjust: '100%',
    // How much of the lower end the bar of a call takes, above which other things stand there.
    '--dock': '0px',
    '&:has(.callBar__root[data-state=talking])': {
      '--dock': '2.75rem',
      _cards: { '--dock': '5.75rem' },
      _coarse: { '--dock': '3.5rem', _cards: { '--dock': '6.75rem' } },
    },
    // What is led to by Tab is not left under what stays in sight above it.
    scrollPaddingTop: '16',
    '&:has(.callBar__root)': { scrollPaddingBottom: 'calc({spacing.16} + var(--dock))' },
    '&:has(.orderNew__place)': { _unsided: { scrollPaddingBottom: 'calc({spacing.20} + var(--dock))' } },
    '&:has([data-record])': { _wide: { scrollPaddingTop: '11.5rem' } },
  },
  body: {
    minWidth: '320px',
    bg: 'canvas',
    color: 'text',
    fontSize: 'md',
    fontFamily: 'body',
    fontFeatureSettings: "'cv05', 'cv11'",
    textRendering: 'optimizeLegibility',
    '-webkit-font-smoothing': 'antialiased',
  },
  '#root': { minHeight: '100dvh' },
  'a:where(:not([class]))': {
    color: 'accentText',
    fontWeight: 'medium',
    textDecoration: 'underline',
    textDecorationColor: 'color-mix(in srgb, currentColor 35%, transparent)',
    textUnderlineOffset: '3px',
    _hover: { textDecorationColor: 'currentColor' },
  },
  ':focus-visible': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
  '::selection': { bg: 'accentSubtle', color: 'text' },
  '::placeholder': { color: 'textSubtle', opacity: 1 },
  'button, select, summary, [role=tab], [role^=menuitem], [role=option]': { cursor: 'pointer' },
  progress: { accentColor: 'accent' },
  '[disabled], [aria-disabled=true]': { cursor: 'not-allowed' },
  // A finger needs 44 px; a phone zooms into inputs of smaller text than 16 px.
  '@media (pointer: coarse)': {
    'button, select, summary, input:not([type=checkbox], [type=range], [type=file]), nav a, [role^=menuitem], [role=option]':
      { minHeight: '11' },
    'input, select, textarea': { fontSize: '16px !important' },
    summary: { alignContent: 'center' },
  },
  '@media (prefers-reduced-motion: reduce)': {
    // What follows the scrolling of a box, as the shadows of a table's cells do, has no time of its own.
    '*:not(th, td), *::before, *::after': {
      animationDuration: '0s !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
})
