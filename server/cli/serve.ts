import { readConfig } from '../config'
import { giveUp } from '../giveUp'
import { type Command, wordsOf } from './command'

export const serve: Command = {
  help: `Usage: offerdesk serve

Serves the app and its API until a signal comes. It brings the database up to date first, and does the jobs too unless
WORKER=off.
`,
  run: async (given) => {
    wordsOf('serve', given)
    const config = readConfig(process.env)
    const { serveUntilStopped } = await import('../serve')
    await serveUntilStopped(config, giveUp)
    return undefined
  },
}
