import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inlineHashes } from '../../../server/http/inlineHashes'
import { rulesFor } from '../../../vite/firstFrame'

test('a page carries the rules that hold for it before anybody does anything, and the values that they use', () => {
  const html = '<html><body><main class="shell__main"><h1>Loading</h1></main></body></html>'
  const sheet = [
    ':root{--edge:1px;--gap:calc(var(--edge) * 4);--unused:2px}',
    '.shell__main{padding:var(--gap);animation:pulse 1s}.shell__main:hover{color:red}.shell__other{color:red}',
    'table,h1{margin:0}@media (width<9px){.button{color:red}}@keyframes pulse{50%{opacity:.4}}@keyframes spin{to{rotate:1turn}}',
  ].join('')
  expect(rulesFor(html, sheet)).toBe(
    ':root{--edge:1px;--gap:calc(var(--edge) * 4)}.shell__main{padding:var(--gap);animation:pulse 1s}h1{margin:0}@keyframes pulse{50%{opacity:.4}}',
  )
})

test('the policy names what the pages carry in themselves, and nothing where there are none', () => {
  const root = mkdtempSync(join(tmpdir(), 'offerdesk-pages-'))
  expect(inlineHashes(root)).toEqual({ scripts: [], styles: [], mailFrame: [] })
  // openssl dgst -sha256 -binary | base64
  writeFileSync(join(root, 'index.html'), '<script>alert(1)</script><script src="/a.js"></script><style></style>')
  writeFileSync(join(root, 'public.html'), '<script>alert(1)</script>')
  writeFileSync(join(root, 'mail.html'), '<script>alert(1)</script><style>p { color: red }</style>')
  expect(inlineHashes(root)).toEqual({
    scripts: ["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"],
    styles: ["'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"],
    // What a mail's frame carries is for that frame alone.
    mailFrame: ["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"],
  })
  rmSync(root, { recursive: true })
})
