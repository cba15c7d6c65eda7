import { chromium } from 'playwright'
import { writeFileSync } from 'node:fs'
import { chromeArgs, ensureChrome } from './tests/browser.ts'
import { machines } from './machines/qa/machines.ts'
import { layoutChart, extra } from './machines/qa/chart.ts'
import { svgOf } from './machines/qa/svg.ts'
const browser = await chromium.launch({ executablePath: ensureChrome(), args: chromeArgs })
const page = await browser.newPage()
const [m, d, ...o] = process.argv.slice(2)
for (const x of o) { const [k, v] = x.split('='); extra['elk.'+k] = v }
const c = await layoutChart((machines as any)[m], d)
writeFileSync('/tmp/hC/try.svg', svgOf(c))
await page.setViewportSize({ width: c.width, height: c.height })
await page.goto('file:///tmp/hC/try.svg')
await page.screenshot({ path: '/tmp/hC/try.png' })
await browser.close()
