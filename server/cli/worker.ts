import { InvalidConfig, readConfig } from '../config'
import { giveUp } from '../giveUp'
import { type Command, wordsOf } from './command'

export const worker: Command = {
  help: `Usage: offerdesk worker

Does the jobs of a database apart from the servers that answer requests: start those with WORKER=off. It sends mails
and what webhooks are told, asks gateways what became of payments, compares with them once a day, ends payment links,
and tidies up.
Any number of workers share one database. It takes the settings of the server (DATABASE_URL, SECRET_KEY, PUBLIC_URL,
SMTP_URL, SMTP_PRIVATE_HOSTS, WEBHOOKS_ALLOW_PRIVATE).
`,
  run: async (given) => {
    wordsOf('worker', given)
    const config = readConfig(process.env)
    if (config.databaseUrl === undefined) {
      throw new InvalidConfig('DATABASE_URL: must be set, as the embedded database is open to one program alone')
    }
    const { workUntilStopped } = await import('../worker')
    await workUntilStopped(config, giveUp)
    return undefined
  },
}
