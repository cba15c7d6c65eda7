import { type Chart, stepsOf } from './chart'
import { type ChartMarks, type Shape, shapesOf } from './shapes'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')

const light = `--paper: #fbfbfc; --box: #fff; --region: #f5f5f8; --line: #b9b9c4; --text: #18181b; --muted: #5a5a65;
  --edge: #6a6a75; --pill: #eeeef2; --green: #13653a; --greenPill: #e2f5e8; --red: #b02020; --redPill: #fdeaea;
  --amber: #7c4c08; --amberPill: #fcf0d6; --blue: #1a539f; --bluePill: #e4eefd; --accent: #4f46e5; --lit: #e9e8fe;`
const dark = `--paper: #0e0e10; --box: #1d1d21; --region: #161619; --line: #4c4c57; --text: #ededf0; --muted: #a8a8b3;
  --edge: #94949f; --pill: #2b2b31; --green: #74da9c; --greenPill: #12301f; --red: #ff9d9d; --redPill: #3a181b;
  --amber: #f0be5f; --amberPill: #35270e; --blue: #8abdfa; --bluePill: #15283f; --accent: #8f8dff; --lit: #25254a;`

const kinds = [
  ['done', 'green'],
  ['error', 'red'],
  ['after', 'amber'],
  ['always', 'blue'],
].map(
  ([kind, color]) => `.edge[data-kind=${kind}] { --edge: var(--${color}); --pill: var(--${color}Pill); }
.edge[data-kind=${kind}] .labelLine[data-kind=trigger] { fill: var(--${color}); }`,
)

const style = `svg { ${light} }
@media (prefers-color-scheme: dark) { svg { ${dark} } }
text { font-family: Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif; fill: var(--text); }
.paper { fill: var(--paper); }
.box { fill: var(--box); stroke: var(--line); stroke-width: 1.25; }
[data-kind=compound] > .box, [data-kind=parallel] > .box { fill: var(--region); }
[data-region] > .box { stroke-dasharray: 5 4; }
.innerBorder { fill: none; stroke: var(--line); }
.rule { stroke: var(--line); stroke-opacity: 0.6; }
.name { font-weight: 600; }
.line, .labelLine { fill: var(--muted); }
.line[data-kind=step], .labelLine[data-kind=trigger] { fill: var(--text); font-weight: 500; }
.way { fill: none; stroke: var(--edge); stroke-width: 1.25; }
.head, .dot { fill: var(--edge); }
.pill { fill: var(--pill); }
${kinds.join('\n')}
[data-active] > .box { stroke: var(--accent); stroke-width: 1.5; }
[data-active]:not([data-kind=compound], [data-kind=parallel]) > .box { fill: var(--lit); stroke-width: 2.5; }
[data-taken] > .way { stroke: var(--accent); stroke-width: 2.5; }
[data-taken] > .head { fill: var(--accent); }
[data-taken] > .pill { stroke: var(--accent); stroke-width: 2; }
.line[data-kind=step][data-taken] { fill: var(--accent); font-weight: 700; }
[data-unreached] > .box, [data-unreached] > .pill { stroke: var(--red); stroke-width: 1.5; stroke-dasharray: 2 3; }
[data-unreached] > .way { stroke-dasharray: 2 3; }
.line[data-kind=step][data-unreached] { fill: var(--red); text-decoration: line-through; }
.missing { stroke: var(--red); stroke-width: 2.5; stroke-linecap: round; }`

/** Attributes are named as React names them; `fontSize` is `font-size` here. */
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function markup({ element, part, attributes, text = '', children = [] }: Shape): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${kebab(name)}="${escaped(String(value))}"`)
  return `<${element} class="${part}"${written.join('')}>${escaped(text)}${children.map(markup).join('')}</${element}>`
}

/** A chart as an SVG file of its own, without script; light or dark as its reader prefers. */
export function svgOf(chart: Chart, marks: ChartMarks = {}): string {
  const { id, width, height, states } = chart
  const about = `${states.length} states, ${stepsOf(chart).size} transitions`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title about">
<title id="title">Statechart of ${escaped(id)}</title>
<desc id="about">${about}</desc>
<style>${style.replaceAll('>', '&gt;')}</style>
<rect class="paper" width="${width}" height="${height}" rx="10"/>
${shapesOf(chart, marks).map(markup).join('\n')}
</svg>
`
}
