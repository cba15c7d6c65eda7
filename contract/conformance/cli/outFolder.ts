import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { InvalidUse } from './options'

/** Makes the folder that reports are written to, before anything is asked of a server. Throws InvalidUse. */
export function makeOutFolder(path: string): void {
  try {
    make(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new InvalidUse(`--out has to be a folder that can be written, not ${path}${code}`)
  }
}

/** One after the other, as Node never returns from making several where the system answers that there can be none. */
function make(folder: string): void {
  if (!existsSync(folder)) {
    make(dirname(folder))
    mkdirSync(folder)
  }
  if (!statSync(folder).isDirectory()) throw new Error('It is a file.')
  accessSync(folder, constants.W_OK)
}
