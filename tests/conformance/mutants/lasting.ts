import { readConfig } from '../../../server/config'
import { openNode } from '../../../server/node'
import { beginServing } from '../../../server/serve'
import type { Asked, Said } from './lastingServers'

// A process that serves one database after another, each from its beginning: one that has just begun runs all of its code
// slowly, and most of what is asked of a reference server is over by the time that it is fast.

const say = (said: Said) => process.send?.(said)

let stop: (() => Promise<void>) | undefined

async function answer({ serve }: Asked): Promise<void> {
  await stop?.()
  stop = undefined
  if (serve !== undefined) {
    const config = readConfig(serve)
    const giveUp = (reason: unknown) => say({ failed: String(reason) })
    await openNode(config, 'server', giveUp, async (node) => {
      stop = await beginServing(config, node)
    })
  }
  say({})
}

process.on('message', (asked: Asked) => {
  answer(asked).catch((error: unknown) => say({ failed: String(error) }))
})
process.on('disconnect', () => process.exit(0))
