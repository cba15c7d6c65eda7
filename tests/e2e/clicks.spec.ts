import { Seen, Visitor } from '../figures/clicks/visitor'
import { windowOf } from '../figures/clicks/window'
import { expect, test } from './fixtures'

// npm run figures -- clicks visits every screen.

/** A page of which each part does something wrong, but for the first. */
const faulty = `<!doctype html><html lang="en"><head><title>Faults</title><meta name="viewport" content="width=device-width">
<style>
  :root { color-scheme: light dark; color: #222; background: #fff; }
  [data-theme=dark] { color: #ddd; background: #222; }
  [data-theme=dark] .faint { color: #333; background: #222; }
</style></head><body><main><h1>Faults</h1>
<button>Nothing</button>
<button onclick="setTimeout(() => { throw new Error('thrown') })">Throws</button>
<button onclick="console.error('said')">Says</button>
<button onclick="fetch('/api/v1/refused')">Asks</button>
<button onclick="fetch('/api/v1/lost').catch(() => 0)">Loses</button>
<button onclick="this.insertAdjacentHTML('afterend', '<input>')">Without a label</button>
<button onclick="this.insertAdjacentHTML('afterend', '<p class=faint>Faint</p>')">Faint in the dark</button>
<button aria-haspopup="menu" onclick="document.getElementById('menu').hidden = false">Menu</button>
<div role="menu" id="menu" aria-label="More" hidden>
  <button role="menuitem" onclick="this.parentElement.hidden = true; document.getElementById('dialog').hidden = false">Open</button>
</div>
<div role="dialog" id="dialog" aria-label="Wide" hidden style="width: 200px; overflow: auto">
  <button onclick="console.error('said in a dialog')">Deep</button><div style="width: 300px">Wide</div>
</div>
<div style="width: 60px; overflow: hidden"><button style="width: 300px; text-align: start">Cut off</button></div>
<div style="position: relative"><button>Covered</button><div style="position: absolute; inset: 0">Over it</div></div>
</main><script>
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') for (const over of document.querySelectorAll('[role=menu], [role=dialog]')) over.hidden = true
  })
</script></body></html>`

test('RT-11 clicking on everything finds whatever is wrong, however deep', async ({ browser }) => {
  const url = 'http://faulty.example'
  const context = await windowOf(browser, url, 390, undefined)
  await context.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/api/v1/lost') return route.abort('connectionreset')
    if (pathname === '/api/v1/refused') return route.fulfill({ status: 500, json: {} })
    return route.fulfill({ contentType: 'text/html', body: faulty })
  })
  const visitor = new Visitor(
    context,
    url,
    false,
    new Seen(),
    () => true,
    () => undefined,
  )
  await visitor.visit(['/'])
  await context.close()
  const found = [...visitor.findings.keys()].map((finding) => finding.split(/: (?:<|\/ ›)/)[0])
  expect([...new Set(found)].toSorted()).toEqual([
    '500 GET /api/v1/refused',
    'axe color-contrast in the dark',
    'axe label',
    "can not be clicked: button 'Covered' in / ",
    'console Failed to load resource: net::ERR_CONNECTION_RESET',
    'console said',
    'console said in a dialog',
    'error thrown',
    'net::ERR_CONNECTION_RESET GET /api/v1/lost',
    'wider by 100 px',
  ])
})

test('RT-01 RT-02 whatever is clicked before somebody has signed in, nothing is wrong', async ({
  browser,
  reference,
}) => {
  const context = await windowOf(browser, reference.url, 390, undefined)
  const paths = ['/auth', '/invite']
  const isWanted = (screen: string) => paths.includes(screen)
  const visitor = new Visitor(context, reference.url, false, new Seen(), isWanted, () => undefined)
  await visitor.visit(paths)
  await context.close()
  expect([...visitor.findings]).toEqual([])
  expect(visitor.clicks).toBeGreaterThan(15)
})
