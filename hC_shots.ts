import { chromium } from 'playwright'
import { writeFileSync } from 'node:fs'
import { chromeArgs, ensureChrome } from '/work/hC/tests/browser.ts'
import { machines } from '/work/hC/machines/qa/machines.ts'
import { layoutChart } from '/work/hC/machines/qa/chart.ts'
import { svgOf } from '/work/hC/machines/qa/svg.ts'
const only = process.argv.slice(2).filter(a => !a.startsWith('-'))
const browser = await chromium.launch({ executablePath: ensureChrome(), args: chromeArgs })
for (const scheme of process.argv.includes('--dark') ? ['dark'] as const : ['light'] as const) {
  const page = await browser.newPage({ colorScheme: scheme, deviceScaleFactor: 1 })
  for (const [name, machine] of Object.entries(machines)) {
    if (only.length && !only.includes(name)) continue
    const start = performance.now()
    const chart = await layoutChart(machine as never)
    const svg = svgOf(chart)
    console.log(name, chart.width, chart.height, Math.round(performance.now() - start) + ' ms')
    await page.setViewportSize({ width: Math.max(200, chart.width), height: Math.max(100, chart.height) })
    writeFileSync(`/tmp/hC/${name}.svg`, svg)
    await page.goto(`file:///tmp/hC/${name}.svg`)
    await page.screenshot({ path: `/tmp/hC/${name}.${scheme}.png` })
  }
}
await browser.close()
