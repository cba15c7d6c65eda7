import type { Page } from 'playwright'

/** Something on the page that can be clicked. */
export interface Control {
  /** Its place among all that can be clicked. */
  index: number
  /** What is the same for every control that does the same. */
  key: string
  /** What the badges of its row say, as a paid order has other entries in its menu than one that is cancelled; empty outside rows. */
  kind: string
  label: string
  role: string
}

const clickable =
  'a[href], button, summary, select, input[type=checkbox], input[type=radio], [role=tab], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option], [role=switch], [role=combobox], [role=radio]'

/** What can be clicked on the page now, or within the topmost of what lies over it, one for each that does the same. */
export const controlsOf = (page: Page): Promise<{ scope: string; controls: Control[] }> =>
  page.evaluate((clickable) => {
    const seen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
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
    const found = new Map<string, Control>()
    for (const [index, element] of all.entries()) {
      if (!seen(element) || (top && !top.contains(element))) continue
      if (element.matches(':disabled, [aria-disabled=true], [data-disabled]')) continue
      const row = element.closest('tbody tr, li, [role=listitem]')
      const isOfRow =
        row !== null && !top && !element.closest('nav, header') && (row.parentElement?.children.length ?? 0) > 2
      const kind = isOfRow
        ? [...row.querySelectorAll('.badge, [class^="badge "]')].map(textOf).join(' ').replaceAll(/\d+/g, '#')
        : ''
      const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
      const label = (
        named(element) ??
        (textOf((element as HTMLInputElement).labels?.[0]) || textOf(element) || element.getAttribute('title') || '')
      ).slice(0, 60)
      const place = ['nav', 'header', '#notifications'].find((one) => element.closest(one)) ?? ''
      const what = isOfRow ? `of a row ${[...row.querySelectorAll(clickable)].indexOf(element)}` : label
      const key = `${place} ${role} ${what.replaceAll(/\d+/g, '#')}`
      const one = `${key} ${kind}`
      if (!found.has(one)) found.set(one, { index, key, kind, label, role })
    }
    return { scope, controls: [...found.values()] }
  }, clickable)

/** The element of a control, as the page is now. */
export const elementOf = (page: Page, { index }: Control) => page.locator(clickable).nth(index)

/** How many pixels something is wider than the window, or than the dialog that it is in. */
export const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const over = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')]
    const wider = over.map((element) =>
      element.checkVisibility()
        ? Math.max(
            element.scrollWidth - element.clientWidth,
            Math.ceil(element.getBoundingClientRect().right) - clientWidth,
          )
        : 0,
    )
    return Math.max(scrollWidth - clientWidth, ...wider)
  })

/** Whether a page is as it was: what it is made of, in its order. */
export const lookOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, label, th, button, [role], [aria-invalid=true]')]
      // A message goes by itself.
      .filter((element) => element.checkVisibility() && !element.closest('#notifications'))
      .map(
        (element) =>
          `${element.tagName}${element.getAttribute('role') ?? ''}${element.getAttribute('aria-label') ?? ''}`,
      )
      .join(' '),
  )

const judged = 'data-to-judge'

/**
 * Marks what is to be judged: the whole page, or the topmost of what lies over it, or only what is not of a kind that is known
 * already. Tells the kinds of all that is there.
 */
export const markToJudge = (
  page: Page,
  what: 'all' | readonly string[],
): Promise<{ kinds: string[]; selector: string; count: number }> =>
  page.evaluate(
    ({ what, judged }) => {
      const states = [
        'role',
        'class',
        'data-kind',
        'data-tone',
        'data-state',
        'data-status',
        'aria-invalid',
        'aria-pressed',
      ]
      const ownKind = (element: Element | null) =>
        element && [element.tagName, ...states.map((name) => element.getAttribute(name))].join(' ')
      const kindOf = (element: Element) => {
        const isNamed = element.hasAttribute('aria-label') || (element.textContent ?? '').trim() !== ''
        return [ownKind(element), isNamed, ownKind(element.parentElement)].join(' ')
      }
      const over = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')]
      const top = over.findLast((element) => element.checkVisibility()) ?? document.documentElement
      for (const old of document.querySelectorAll(`[${judged}]`)) old.removeAttribute(judged)
      const elements = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility())
      const known = new Set(what)
      const toJudge = what === 'all' ? [top] : elements.filter((element) => !known.has(kindOf(element)))
      for (const element of toJudge) element.setAttribute(judged, '')
      return { kinds: [...new Set(elements.map(kindOf))], selector: `[${judged}]`, count: toJudge.length }
    },
    { what, judged },
  )

/** Shows the page in a theme, whichever has been chosen. */
export const showIn = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((theme) => void (document.documentElement.dataset['theme'] = theme), theme)
