import type { Page } from 'playwright'

/** Something on the page that can be clicked. */
export interface Control {
  /** Its place among all that can be clicked. */
  index: number
  /** What is the same for every control that does the same. */
  key: string
  label: string
  role: string
}

const clickable =
  'a[href], button, summary, input[type=checkbox], [role=tab], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option], [role=switch], [role=combobox], [role=radio]'

/** What can be clicked on the page now, or within the topmost of what lies over it, one for each that does the same. */
export const controlsOf = (page: Page): Promise<{ scope: string; controls: Control[] }> =>
  page.evaluate((clickable) => {
    const seen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    }
    const textOf = (element: Element | null | undefined) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    const named = (element: Element) =>
      element.getAttribute('aria-label') ??
      (textOf(document.getElementById(element.getAttribute('aria-labelledby')?.split(' ')[0] ?? '')) || undefined)
    const over = [
      ...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'),
    ].filter(seen)
    const top = over.at(-1)
    const scope = top ? `${top.getAttribute('role')} ${named(top) ?? textOf(top.querySelector('h1, h2, h3'))}` : ''
    const all = [...document.querySelectorAll(clickable)]
    const rows = new Set<Element>()
    const found = new Map<string, Control>()
    for (const [index, element] of all.entries()) {
      if (!seen(element) || (top && !top.contains(element))) continue
      if (element.matches(':disabled, [aria-disabled=true], [data-disabled]')) continue
      // Of rows the first alone, by what stands at the same place in each.
      const row = element.closest('tbody tr, li, [role=listitem]')
      const siblings = row?.parentElement
      if (row && siblings && !element.closest('nav, header') && siblings.children.length > 2) {
        if (
          siblings.querySelector(':scope > tr, :scope > li, :scope > [role=listitem]') !== row &&
          rows.has(siblings)
        ) {
          continue
        }
        rows.add(siblings)
      }
      const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
      const label = (
        named(element) ??
        (textOf(element) || textOf((element as HTMLInputElement).labels?.[0]) || element.getAttribute('title') || '')
      ).slice(0, 60)
      const place = element.closest('nav') ? 'navigation' : element.closest('header') ? 'header' : ''
      const what = row && !top ? `of a row ${[...row.querySelectorAll(clickable)].indexOf(element)}` : label
      const key = `${place} ${role} ${what.replaceAll(/\d+/g, '#')}`
      if (!found.has(key)) found.set(key, { index, key, label, role })
    }
    return { scope, controls: [...found.values()] }
  }, clickable)

/** The element of a control, as the page is now. */
export const elementOf = (page: Page, { index }: Control) => page.locator(clickable).nth(index)

/** How many pixels the page is wider than the window. */
export const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** What a page looks like, so that nothing is judged twice: its words without figures. */
export const lookOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, label, th, button, [role], [aria-invalid=true]')]
      .filter((element) => element.checkVisibility())
      .map(
        (element) =>
          `${element.tagName}${element.getAttribute('role') ?? ''}${element.getAttribute('aria-label') ?? ''}`,
      )
      .join(' '),
  )
