import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import { ReasonedButton } from './ReasonedButton'

const why = 'It is sold.'

const htmlOf = async (shown: ReactNode) => new Response((await prerender(shown)).prelude).text()

test('GE-05 a button that can’t be pressed stays within reach, and says why', async () => {
  const html = await htmlOf(<ReasonedButton reason={why}>Edit</ReasonedButton>)
  const [, id] = /aria-describedby="([^"]+)"/.exec(html) ?? []
  expect(html).toContain('aria-disabled="true"')
  expect(html).not.toContain('disabled=""')
  expect(html).toContain(`<span id="${id}" role="tooltip">${why}</span>`)
})

test('GE-05 what is written beside a button is not shown once more', async () => {
  const beside = (
    <ReasonedButton reason={why} reasonId="beside">
      Edit
    </ReasonedButton>
  )
  const html = await htmlOf(beside)
  expect(html).toContain('aria-describedby="beside"')
  expect(html).not.toContain(why)
  expect(await htmlOf(<ReasonedButton reason={undefined}>Edit</ReasonedButton>)).not.toContain('aria-')
})
