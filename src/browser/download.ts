import type { workbookType } from '../../contract/schemas'

/** Hands a file to the browser, which asks or saves as it is set up to. */
export function download(
  fileName: string,
  content: BlobPart,
  type:
    | 'application/gzip'
    | 'application/json'
    | 'image/png'
    | 'image/svg+xml'
    | 'text/csv'
    | 'text/plain'
    | typeof workbookType,
) {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName })
  link.click()
  // The browser has taken hold of the blob by the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}
