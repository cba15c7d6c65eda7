import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from 'playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { html: string; failureSummary?: string }[]
}

/** axe finds nothing on the page as it is now. */
export async function expectAccessible(page: Page) {
  // A colour that is still changing is none to judge.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()
    }
  })
  await page.evaluate(axe)
  // axe puts itself on the window, which no type knows.
  const violations = await page.evaluate(async () => {
    const result = await (Reflect.get(window, 'axe') as { run: () => Promise<{ violations: Violation[] }> }).run()
    return result.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
    }))
  })
  expect(violations).toEqual([])
}
