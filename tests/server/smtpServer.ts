import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** What a mail server of a test was given. */
export interface TakenMail {
  from: string
  to: string
  /** Headers and body, as they came. */
  source: string
  messageId: string
}

export interface TestSmtpServer {
  port: number
  taken: TakenMail[]
  /** How a receiver is answered in place of being taken; by their address. */
  refusals: Map<string, string>
  /** What is waited for before a mail is taken. */
  before: { taking: Promise<void> }
  /** Says hello without an end, a line at a time, so that it is never silent. */
  isTalking: boolean
  /** How many are connected. */
  connected: () => number
  /** The password that is asked for; everybody is let in where there is none. */
  password: string | undefined
  stop: () => Promise<void>
}

/** A mail server that keeps what it is given and refuses whom it is told to. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const sockets = new Set<Socket>()
  const taken: TakenMail[] = []
  const refusals = new Map<string, string>()
  const before = { taking: Promise.resolve() }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    const say = (line: string) => void socket.write(`${line}\r\n`)
    let from = ''
    let to = ''
    let data: string[] | undefined
    let rest = ''
    const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''
    const onLine = (line: string) => {
      if (data) {
        if (line !== '.') return void data.push(line)
        const source = data.join('\n')
        data = undefined
        const messageId = /^message-id: *(.*)$/im.exec(source)?.[1] ?? ''
        return void before.taking.then(() => {
          taken.push({ from, to, source, messageId })
          say('250 taken')
        })
      }
      const verb = line.split(' ')[0]?.toUpperCase()
      if (verb === 'EHLO' && testServer.isTalking) {
        const talk = setInterval(() => say('250-test'), 5)
        return void socket.on('close', () => clearInterval(talk))
      }
      if (verb === 'EHLO') return say('250-test\r\n250 AUTH PLAIN')
      if (verb === 'AUTH') {
        const given = line.split(' ')[2] ?? ''
        const [, , password] = Buffer.from(given, 'base64').toString().split('\0')
        // As some servers do, it repeats what it was told.
        return say(
          testServer.password === undefined || password === testServer.password
            ? '235 in'
            : `535 5.7.8 not let in: ${given}`,
        )
      }
      if (verb === 'MAIL') {
        from = addressIn(line)
        return say('250 ok')
      }
      if (verb === 'RCPT') {
        to = addressIn(line)
        return say(refusals.get(to) ?? '250 ok')
      }
      if (verb === 'DATA') {
        data = []
        return say('354 go on')
      }
      say(verb === 'QUIT' ? '221 bye' : '250 ok')
    }
    say('220 test')
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk.toString()}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const testServer: TestSmtpServer = {
    // A server that listens on a port has an address with one.
    port: (server.address() as AddressInfo).port,
    taken,
    refusals,
    before,
    isTalking: false,
    connected: () => sockets.size,
    password: undefined,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return testServer
}
