import { defineSemanticTokens, defineTokens } from '@pandacss/dev'

const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 26, 40, 56, 80]

/** The 4 px grid: step 3 is 12 px; half steps are for the inside of small parts. */
const spacing = Object.fromEntries(steps.map((step) => [step, { value: `${step * 0.25}rem` }]))

export const tokens = defineTokens({
  spacing,
  sizes: spacing,
  radii: {
    sm: { value: '4px' },
    md: { value: '6px' },
    lg: { value: '10px' },
    full: { value: '999px' },
  },
  fonts: {
    body: { value: "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif" },
  },
  fontSizes: {
    xs: { value: '0.75rem' },
    sm: { value: '0.8125rem' },
    md: { value: '0.875rem' },
    lg: { value: '1rem' },
    xl: { value: '1.25rem' },
    xxl: { value: '1.625rem' },
  },
  fontWeights: {
    normal: { value: '400' },
    medium: { value: '500' },
    semibold: { value: '600' },
  },
  lineHeights: {
    tight: { value: '1.25' },
    normal: { value: '1.45' },
  },
  durations: {
    fast: { value: '80ms' },
    normal: { value: '120ms' },
  },
  zIndex: {
    // Within a table: its first column and menus, its head, the head of those.
    sticky: { value: 1 },
    head: { value: 2 },
    corner: { value: 3 },
    // What stays in sight while a page is scrolled: the name of its record, and the call. What holds an open menu lies
    // above both.
    recordHead: { value: 4 },
    call: { value: 5 },
    openMenu: { value: 6 },
    header: { value: 10 },
    overlay: { value: 20 },
    menu: { value: 30 },
    toasts: { value: 40 },
  },
})

/** One value for each theme; which one holds follows the `color-scheme` of the root element. */
const pair = (light: string, dark: string) => ({ value: `light-dark(${light}, ${dark})` })

export const semanticTokens = defineSemanticTokens({
  colors: {
    canvas: pair('#f7f7f8', '#0e0e10'),
    surface: pair('#ffffff', '#161619'),
    raised: pair('#ffffff', '#1d1d21'),
    subtle: pair('#f3f3f5', '#202024'),
    muted: pair('#e8e8ec', '#2b2b31'),
    line: pair('#e4e4e9', '#2a2a30'),
    lineStrong: pair('#d2d2d9', '#3c3c45'),
    // A control's edge needs 3:1 against what is around it.
    edge: pair('#8b8b97', '#6e6e7a'),
    text: pair('#18181b', '#ededf0'),
    textMuted: pair('#5a5a65', '#a8a8b3'),
    textSubtle: pair('#6a6a75', '#94949f'),
    accent: pair('#4f46e5', '#5f5bd9'),
    accentHover: pair('#4338ca', '#6864de'),
    accentText: pair('#4338ca', '#aeb0ff'),
    accentSubtle: pair('#eeeefe', '#25254a'),
    onAccent: pair('#ffffff', '#ffffff'),
    danger: pair('#c22727', '#c93838'),
    dangerHover: pair('#a81e1e', '#b52f2f'),
    focus: pair('#4f46e5', '#8f8dff'),
    scrim: pair('rgb(20 20 26 / 0.42)', 'rgb(0 0 0 / 0.62)'),
    edgeShadow: pair('rgb(20 20 30 / 0.16)', 'rgb(0 0 0 / 0.7)'),
    greenBg: pair('#e2f5e8', '#12301f'),
    greenText: pair('#13653a', '#74da9c'),
    blueBg: pair('#e4eefd', '#15283f'),
    blueText: pair('#1a539f', '#8abdfa'),
    redBg: pair('#fdeaea', '#3a181b'),
    redText: pair('#b02020', '#ff9d9d'),
    amberBg: pair('#fcf0d6', '#35270e'),
    amberText: pair('#7c4c08', '#f0be5f'),
    // The series of charts, the first of which is what one alone has; what was before is quiet.
    plot1: pair('#5b53e8', '#8884ff'),
    plot2: pair('#0b8577', '#2fc5b2'),
    plot3: pair('#b45d09', '#eda53f'),
    plot4: pair('#c0266d', '#f27aac'),
    plot5: pair('#0b6fb0', '#5ab4f0'),
    plotBefore: pair('#d3d3de', '#44444f'),
  },
  shadows: {
    card: { value: '0 1px 2px light-dark(rgb(20 20 30 / 0.05), rgb(0 0 0 / 0.3))' },
    popup: {
      value:
        '0 0 0 1px light-dark(rgb(20 20 30 / 0.08), rgb(255 255 255 / 0.09)), 0 8px 24px light-dark(rgb(20 20 30 / 0.14), rgb(0 0 0 / 0.5))',
    },
    dialog: {
      value:
        '0 0 0 1px light-dark(rgb(20 20 30 / 0.06), rgb(255 255 255 / 0.1)), 0 24px 64px light-dark(rgb(20 20 30 / 0.24), rgb(0 0 0 / 0.7))',
    },
  },
})
