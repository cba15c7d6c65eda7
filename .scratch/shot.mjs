import { chromium } from 'playwright'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const p = await b.newPage({ viewport: { width: 1400, height: 1000 } })
for (const n of process.argv.slice(2)) {
  await p.goto('file:///work/main/docs/machines/' + n + '.svg')
  await p.screenshot({ path: `/tmp/${n}.png` })
}
await b.close()
