import { defineSlotRecipe } from '@pandacss/dev'
import { chartParts } from '../../../machines/qa/chart/shapes'

/** A transition's colour says what kind of event makes it happen. */
const kind = (name: string, tone: 'green' | 'red' | 'amber' | 'blue') => ({
  [`[data-kind=${name}] > &`]: { '--tone': `colors.${tone}Text`, '--toneBg': `colors.${tone}Bg` },
})
const kinds = {
  '--tone': 'colors.textMuted',
  '--toneBg': 'colors.muted',
  ...kind('done', 'green'),
  ...kind('error', 'red'),
  ...kind('after', 'amber'),
  ...kind('always', 'blue'),
}

/** A statechart. Its parts are those of machines/qa/chart/shapes. */
export const statechart = defineSlotRecipe({
  className: 'statechart',
  slots: ['frame', 'summary', ...chartParts],
  base: {
    frame: { position: 'relative', overflow: 'auto', '& svg': { display: 'block', maxWidth: 'none' } },
    summary: { srOnly: true },
    state: {},
    edge: {},
    box: {
      fill: 'raised',
      stroke: 'edge',
      strokeWidth: '1.25px',
      '[data-kind=compound] > &, [data-kind=parallel] > &': { fill: 'canvas' },
      '[data-region] > &': { strokeDasharray: '5 4' },
      '[data-active] > &': { stroke: 'accent', strokeWidth: '1.5px' },
      '[data-active]:not([data-kind=compound], [data-kind=parallel]) > &': {
        fill: 'accentSubtle',
        strokeWidth: '2.5px',
      },
      '[data-unreached] > &': { stroke: 'danger', strokeWidth: '1.5px', strokeDasharray: '2 3' },
    },
    innerBorder: { fill: 'none', stroke: 'edge' },
    rule: { stroke: 'lineStrong' },
    name: { fill: 'text', fontWeight: 'semibold' },
    line: {
      fill: 'textMuted',
      '&[data-kind=step]': { fill: 'text', fontWeight: 'medium' },
      '&[data-kind=step][data-taken]': { fill: 'accentText', fontWeight: 'semibold' },
      '&[data-kind=step][data-unreached]': { fill: 'redText', textDecoration: 'line-through' },
    },
    way: {
      ...kinds,
      fill: 'none',
      stroke: 'var(--tone)',
      strokeWidth: '1.25px',
      '[data-taken] > &': { stroke: 'accent', strokeWidth: '2.5px' },
      '[data-unreached] > &': { strokeDasharray: '2 3' },
    },
    head: { ...kinds, fill: 'var(--tone)', '[data-taken] > &': { fill: 'accent' } },
    pill: {
      ...kinds,
      fill: 'var(--toneBg)',
      '[data-taken] > &': { stroke: 'accent', strokeWidth: '2px' },
      '[data-unreached] > &': { stroke: 'danger', strokeWidth: '1.5px', strokeDasharray: '2 3' },
    },
    labelLine: {
      ...kinds,
      fill: 'textMuted',
      '&[data-kind=trigger]': { fontWeight: 'medium', fill: 'text' },
      '[data-kind=done] > &[data-kind=trigger], [data-kind=error] > &[data-kind=trigger], [data-kind=after] > &[data-kind=trigger], [data-kind=always] > &[data-kind=trigger]':
        { fill: 'var(--tone)' },
    },
    dot: { fill: 'textMuted' },
    spent: {
      fill: 'accentText',
      paintOrder: 'stroke',
      stroke: 'canvas',
      strokeWidth: '3px',
      fontVariantNumeric: 'tabular-nums',
    },
    missing: { stroke: 'danger', strokeWidth: '2.5px', strokeLinecap: 'round' },
  },
  variants: {
    // The chart moves in the frame, and not with its scrollbars.
    isMoved: {
      true: {
        frame: {
          flex: '1',
          minHeight: 0,
          overflow: 'hidden',
          touchAction: 'none',
          cursor: 'grab',
          userSelect: 'none',
          '&:active': { cursor: 'grabbing' },
          '&:focus-visible': { outlineOffset: '-2px' },
        },
      },
    },
  },
})
