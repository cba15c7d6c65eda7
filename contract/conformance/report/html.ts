import type { Finding, Report } from '../engine/model'
import { type CallGroup, notExercisedLines, summaryOf, verdictOf, worstFirst } from './grouped'

const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string | number) =>
  String(text)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (sign) =>
      sign === '\n' || sign === '\t' ? sign : `\\u{${sign.codePointAt(0)?.toString(16)}}`,
    )
    .replaceAll(/[&<>"']/g, (sign) => names[sign] ?? sign)

const style = `
:root { color-scheme: light dark; --line: #8884; --bad: #b3261e; --good: #1b7f4b; --quiet: #666 }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --good: #6fd39c; --quiet: #aaa } }
body { font: 14px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 1100px; overflow-wrap: anywhere; padding: 24px 16px }
h1 { font-size: 20px; margin: 0 } h2 { font-size: 16px; margin: 32px 0 8px } h3 { font-size: 14px; margin: 0 }
.quiet { color: var(--quiet) } .bad { color: var(--bad) } .good { color: var(--good) }
section, article { border-top: 1px solid var(--line); padding: 12px 0 } article { margin-left: 16px }
pre { background: #8881; margin: 8px 0 0; overflow-x: auto; padding: 8px; white-space: pre-wrap; overflow-wrap: anywhere }
dl { display: grid; gap: 4px 16px; grid-template-columns: max-content 1fr; margin: 8px 0 }
dt { color: var(--quiet) } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
`

const findingHtml = ({ rule, kind, reason, expected, actual, others = [], script, count }: Finding) => `
<article>
<h3><code>${escaped(rule)}</code> ${escaped(reason)}</h3>
<div class="quiet">${escaped(kind)}, seen ${escaped(count)} ${count === 1 ? 'time' : 'times'}</div>
<dl><dt>Expected</dt><dd>${escaped(expected)}</dd><dt>Actual</dt><dd>${[actual, ...others].map(escaped).join('<br>')}</dd></dl>
<pre>${escaped(script)}</pre>
</article>`

function callHtml({ call, method, path, requests, valid, invalid, findings, exercised }: CallGroup): string {
  const mark =
    findings.length > 0
      ? `<span class="bad">${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}</span>`
      : exercised
        ? '<span class="good">conforms</span>'
        : '<span class="quiet">not exercised</span>'
  const counts = `${requests} requests, ${valid} valid, ${invalid} invalid`
  return `
<section>
<h3>${escaped(call)} ${mark}</h3>
<div class="quiet"><code>${escaped(method)} ${escaped(path)}</code> · ${escaped(counts)}</div>${findings.map(findingHtml).join('')}
</section>`
}

const listHtml = (title: string, lines: readonly string[]) =>
  lines.length === 0
    ? ''
    : `<h2>${escaped(title)}</h2><ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`

/** One page that loads nothing and runs nothing, whatever the server has answered. */
export function htmlReport(report: Report): string {
  const verdict = verdictOf(report)
  const { baseUrl, level, seed, readOnly, startedAt, skipped, leftovers } = report
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Contract check of ${escaped(baseUrl)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(baseUrl)} <span class="${verdict === 'conforms' ? 'good' : 'bad'}">${escaped(verdict)}</span></h1>
<p class="quiet">${escaped(startedAt)} · level ${escaped(level)} · seed ${escaped(seed)}${readOnly ? ' · read-only' : ''}<br>${escaped(summaryOf(report))}</p>
<h2>Calls</h2>${worstFirst(report).map(callHtml).join('')}
${listHtml(
  'Skipped',
  skipped.map(({ rule, reason }) => `${rule}: ${reason}`),
)}
${listHtml('Not exercised', notExercisedLines(report))}
${listHtml('Left behind', leftovers)}
</body>
</html>
`
}
