import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { layoutChartHere } from '../../machines/qa/chart/chartHere'
import { offerEditMachine } from '../../machines/offers/offerEdit.machine'
import { Statechart } from '../../src/components/chart/Statechart'

const chart = await layoutChartHere(offerEditMachine)
const saveStep = 'offerEdit.editing dialog.submit [isValid] -> offerEdit.updating'

test('a statechart marks and names the active states', () => {
  const html = renderToStaticMarkup(<Statechart chart={chart} active={new Set(['offerEdit', 'offerEdit.editing'])} />)
  expect(html).toContain('role="img" aria-label="States and transitions of offerEdit"')
  expect(html).toContain('Active: offerEdit.editing<')
  expect([...html.matchAll(/data-state="([\w.]+)"[^>]* data-active=""/g)].map(([, state]) => state)).toEqual([
    'offerEdit',
    'offerEdit.editing',
  ])
})

test('a statechart marks what was not reached and what was taken last, and needs no inline style', () => {
  const html = renderToStaticMarkup(
    <Statechart
      chart={chart}
      active={new Set()}
      taken={new Set([saveStep])}
      unreached={{ states: new Set(['offerEdit.saved']), steps: new Set() }}
    />,
  )
  expect(html).toMatch(/data-state="offerEdit.saved"[^>]* data-unreached=""/)
  expect(html).toContain(`data-step="${saveStep.replaceAll('>', '&gt;')}" data-kind="event" data-taken=""`)
  expect(html).toContain('No state is active')
  expect(html).not.toContain('style=')
})
