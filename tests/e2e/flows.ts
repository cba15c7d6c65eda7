import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page, TestInfo } from 'playwright/test'
import { machines } from '../../machines/qa/machines'
import { parseRecording, type Recording } from '../../machines/qa/record/recording'
import { recordedBy } from '../replay/recordedBy'

declare global {
  interface Window {
    offerdesk?: { recording: (wanted?: { keepsText?: boolean; isBare?: boolean }) => Promise<Recording> }
  }
}

const flowsOf = new WeakMap<Page, Flows>()

/** Takes what has happened so far, before the app itself loads its page anew. */
export const collectFlow = async (page: Page) => flowsOf.get(page)?.collect()

/** Takes what happens on another page of the test, too; to be asked before it opens an address, and to be ended before it closes. */
export function followToo(page: Page, other: Page): () => Promise<void> {
  const flows = new Flows(other)
  return async () => {
    await flows.collect()
    flowsOf.get(page)?.taken.push(...flows.taken)
  }
}

/** Has the page itself put down what has happened whenever it loads itself anew, which is too soon to ask it. */
export const keepFlows = async (page: Page) =>
  page.addInitScript(() => {
    window.addEventListener('beforeunload', () => {
      void window.offerdesk
        ?.recording({ keepsText: true, isBare: true })
        .then((recording) => sessionStorage.setItem('left', JSON.stringify(recording)))
    })
  })

/** Takes what the page has put down. */
export const takeKeptFlow = async (page: Page) => {
  const text = await page.evaluate(() => sessionStorage.getItem('left'))
  if (text !== null) flowsOf.get(page)?.taken.push(parseRecording(text, machines))
}

/** What happened on a page, from one load to the next. */
export class Flows {
  readonly taken: Recording[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    flowsOf.set(page, this)
    const goto = page.goto.bind(page)
    const reload = page.reload.bind(page)
    // A load forgets what happened before it.
    page.goto = async (...args) => {
      await this.collect()
      return goto(...args)
    }
    page.reload = async (...args) => {
      await this.collect()
      return reload(...args)
    }
  }

  /** Takes what happened since the last load; a page that is closed, or can't load the recorder, gives nothing. */
  async collect(): Promise<void> {
    if (this.#page.isClosed() || this.#page.url() === 'about:blank') return
    const recording = await recordedBy(this.#page)
    if (recording) this.taken.push(recording)
  }

  /** Leaves the recordings where the coverage report looks for them, if it asked for them. */
  write({ title, titlePath, status }: TestInfo): void {
    const folder = process.env['FLOWS_DIR']
    if (!folder || status !== 'passed') return
    const file = basename(titlePath[0] ?? '', '.spec.ts')
    const name = `${file}-${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}`.slice(0, 120)
    mkdirSync(folder, { recursive: true })
    for (const [index, flow] of this.taken.entries()) {
      writeFileSync(join(folder, `${name}-${index}.flow.json`), JSON.stringify(flow))
    }
  }
}
