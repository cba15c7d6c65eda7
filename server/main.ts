import { readConfig } from './config'
import { giveUp } from './giveUp'
import { outliveReaders } from './outliveReaders'

async function start() {
  const config = readConfig(process.env)
  // Loaded only here: whoever has a wrong setting learns it at once.
  const { serveUntilStopped } = await import('./serve')
  await serveUntilStopped(config, giveUp)
}

outliveReaders()
start().catch(giveUp)
