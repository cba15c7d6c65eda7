import { defineRecipe } from '@pandacss/dev'

/** Buttons, and links that look like one. */
export const button = defineRecipe({
  className: 'button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    flexShrink: 0,
    _coarse: { minHeight: '11' },
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'md',
    fontWeight: 'medium',
    lineHeight: 'tight',
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    userSelect: 'none',
    transition: 'background-color {durations.fast}, border-color {durations.fast}, color {durations.fast}',
    '& svg': { width: '1em', height: '1em', fontSize: '1rem', flexShrink: 0 },
    '&:is(:disabled, [aria-disabled=true])': { opacity: 0.55 },
    '&[aria-busy=true]:disabled': { opacity: 0.8 },
  },
  variants: {
    variant: {
      solid: { bg: 'accent', color: 'onAccent', '&:hover:not(:disabled, [aria-disabled=true])': { bg: 'accentHover' } },
      outline: {
        bg: 'surface',
        color: 'text',
        borderColor: 'lineStrong',
        boxShadow: 'card',
        '&:hover:not(:disabled, [aria-disabled=true])': { bg: 'subtle' },
      },
      ghost: {
        bg: 'transparent',
        color: 'textMuted',
        '&:hover:not(:disabled, [aria-disabled=true]), &[aria-expanded=true]': { bg: 'muted', color: 'text' },
      },
      danger: {
        bg: 'danger',
        color: 'onAccent',
        '&:hover:not(:disabled, [aria-disabled=true])': { bg: 'dangerHover' },
      },
      link: {
        // It stands in line with what is around it, whatever its size.
        marginInline: '-3',
        '&.button--size_sm': { marginInline: '-2' },
        bg: 'transparent',
        color: 'accentText',
        _hover: { textDecoration: 'underline' },
      },
    },
    size: {
      sm: { height: '7', px: '2', fontSize: 'sm' },
      md: { height: '8', px: '3', fontSize: 'md' },
      lg: { height: '10', px: '4', fontSize: 'md' },
    },
    shape: {
      text: {},
      icon: { px: '0', aspectRatio: '1' },
      wide: { width: '100%' },
    },
  },
  defaultVariants: { variant: 'outline', size: 'md', shape: 'text' },
})
