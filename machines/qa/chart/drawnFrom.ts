import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AnyStateMachine } from 'xstate'
import { definitionOf } from './definition'

const folder = fileURLToPath(new URL('./', import.meta.url))

/** What draws: a chart is another once any of this has changed. */
const drawing = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !/test|exportMachines|machinesPage/.test(file))
  .toSorted()
  .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
  .join('\n')

/** What the picture of a machine is drawn from, in 16 hexadecimal digits: as drawing takes time, it tells whether to. */
export const drawnFrom = (machine: AnyStateMachine): string =>
  createHash('sha256')
    .update(`${drawing}\n${definitionOf(machine)}`)
    .digest('hex')
    .slice(0, 16)

/** A picture that says what it was drawn from. */
export const marked = (svg: string, machine: AnyStateMachine): string =>
  svg.replace('<svg ', `<svg data-drawn-from="${drawnFrom(machine)}" `)
