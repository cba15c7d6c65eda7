import elkWorkerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { LayoutEngine } from '../../../machines/qa/chart/chart'

let engine: Promise<LayoutEngine> | undefined

/** The layout engine in a worker, so that the page stays quick to use while a chart is laid out. */
export const workerEngine = () =>
  (engine ??= import('elkjs/lib/elk-api.js').then(
    ({ default: Elk }) => new Elk({ workerFactory: () => new Worker(trusted(elkWorkerUrl)) }),
  ))

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => URL }
}

/** Under the content security policy a worker's address has to be vouched for; this one is of our own build. */
function trusted(url: string): URL | string {
  // Not in TypeScript's library yet, and not in every browser.
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes }
  return trustedTypes?.createPolicy('layout', { createScriptURL: () => url }).createScriptURL(url) ?? url
}
