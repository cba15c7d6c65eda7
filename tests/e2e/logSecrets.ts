import { demoPassword, demoPaymentTokens } from '../../server/db/demo'

/**
 * The lines of a server's log that hold what nobody may read there: tokens of mailed links and payment pages, addresses,
 * passwords, sessions. What is announced beside the log, such as mails in development, is where the links are known from.
 */
export function leaksIn(output: string): string[] {
  const lines = output.split('\n')
  const logged = lines.filter((line) => line.startsWith('{'))
  const mailed = [...output.matchAll(/[?&]token=([\w~.-]+)/g)].map(([, token = '']) => token)
  const secrets = [...Object.values(demoPaymentTokens), ...mailed, demoPassword, 'Bearer ']
  return logged.filter(
    (line) => secrets.some((secret) => line.includes(secret)) || /[\w.+-]+(?:@|%40)[\w.-]+\.example/.test(line),
  )
}
