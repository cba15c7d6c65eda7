import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from 'playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { html: string; failureSummary?: string }[]
}

/** What axe finds on the page as it is now, or within a part of it; by all of its rules or by those alone. */
export async function violationsOf(page: Page, rules?: readonly string[], within = ':root'): Promise<Violation[]> {
  // A colour that is still changing is none to judge.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()
    }
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(
    async ({ only, within }) => {
      // axe puts itself on the window, which no type knows.
      const { run } = Reflect.get(window, 'axe') as {
        run: (part: string, options: object) => Promise<{ violations: Violation[] }>
      }
      // Writing down what is as it should be takes a third of the time.
      // What is no longer there is none to judge.
      if (!document.querySelector(within)) return []
      const result = await run(within, { resultTypes: ['violations'], ...(only && { runOnly: only }) })
      return result.violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary: failureSummary ?? '' })),
      }))
    },
    { only: rules, within },
  )
}

/** axe finds nothing on the page as it is now. */
export async function expectAccessible(page: Page) {
  expect(await violationsOf(page)).toEqual([])
}

/** The same in the other theme as well, where nothing but the colours is another. */
export async function expectAccessibleInBoth(page: Page) {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(page, ['color-contrast'])).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}
