import { DiskFull } from '../errors'
import { startEngine } from './engine'
import type { Made } from './embedded'

const [folder = ''] = process.argv.slice(2)
const tell = (made: Made) => process.send?.(made)

// Whoever asked for the database is gone, and may be making another one already.
process.once('disconnect', () => process.exit())
const engine = startEngine(folder)
try {
  await engine.ready
  await engine.close()
  tell({})
} catch (error) {
  tell({ failure: error instanceof Error ? error.message : String(error), isDiskFull: error instanceof DiskFull })
}
