import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Message {
  id?: number
  method?: string
  params?: { items?: unknown[] }
  result?: unknown
  error?: { message: string }
}

/** TypeScript's language server, spoken to as an editor does: https://microsoft.github.io/language-server-protocol/ */
class LanguageServer {
  private readonly process: ChildProcessWithoutNullStreams
  private received = Buffer.alloc(0)
  private asked = 0
  private readonly answers = new Map<number, (message: Message) => void>()

  constructor(folder: string) {
    this.process = spawn('node_modules/.bin/tsc', ['--lsp', '--stdio'], { cwd: folder })
    this.process.stderr.resume()
    this.process.stdout.on('data', (chunk: Buffer) => this.receive(chunk))
  }

  async ask(method: string, params: unknown): Promise<unknown> {
    this.asked += 1
    const id = this.asked
    const answered = new Promise<Message>((resolve) => this.answers.set(id, resolve))
    this.send({ id, method, params })
    const { result, error } = await answered
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  tell(method: string, params: unknown): void {
    this.send({ method, params })
  }

  /** It goes when nobody speaks to it any more. */
  end(): void {
    this.process.stdin.end()
  }

  private send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }

  private receive(chunk: Buffer): void {
    this.received = Buffer.concat([this.received, chunk])
    for (;;) {
      const end = this.received.indexOf('\r\n\r\n')
      const length = Number(/Content-Length: (\d+)/i.exec(this.received.toString('latin1', 0, Math.max(end, 0)))?.[1])
      if (end < 0 || this.received.length < end + 4 + length) return
      const message = JSON.parse(this.received.toString('utf8', end + 4, end + 4 + length)) as Message
      this.received = this.received.subarray(end + 4 + length)
      this.hear(message)
    }
  }

  private hear({ id, method, params, ...answer }: Message): void {
    if (id === undefined) return
    if (method === undefined) {
      this.answers.get(id)?.(answer)
      this.answers.delete(id)
      return
    }
    // What the server asks of the editor, which has no settings.
    this.send({ id, result: params?.items?.map(() => null) ?? null })
  }
}

/** What somebody waits for who edits one file, in ms; after an edit the longest of all tries. */
export interface Waits {
  /** Until the first quick info of a file that was just opened, with nothing read yet. */
  opening: number
  quickInfo: number
  completion: number
  /** Until what is wrong with the file is underlined. */
  mistakes: number
}

const tries = 5

/** Edits a file before the language server as a person does, and asks what editors ask. */
export async function waitsOf(folder: string, file: string, typedBehind: string): Promise<Waits> {
  const text = readFileSync(join(folder, file), 'utf8')
  const index = text.indexOf(typedBehind) + typedBehind.length
  if (index < typedBehind.length) throw new Error(`${file} has no ${typedBehind}`)
  const before = text.slice(0, index).split('\n')
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
  const uri = pathToFileURL(resolve(folder, file)).href
  const rootUri = pathToFileURL(resolve(folder)).href
  const server = new LanguageServer(folder)
  const timed = async (method: string, at: object) => {
    const start = performance.now()
    const answer = await server.ask(method, { textDocument: { uri }, ...at })
    if (answer === null) throw new Error(`${method} was answered by nothing`)
    return performance.now() - start
  }
  const quickInfo = async () =>
    timed('textDocument/hover', { position: { ...position, character: position.character - 2 } })

  await server.ask('initialize', {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: 'offerdesk' }],
    capabilities: { textDocument: { hover: { contentFormat: ['plaintext'] }, completion: {}, diagnostic: {} } },
  })
  server.tell('initialized', {})
  server.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'typescriptreact', version: 1, text } })
  const waits: Waits = { opening: await quickInfo(), quickInfo: 0, completion: 0, mistakes: 0 }
  for (let version = 2; version < 2 + tries; version += 1) {
    // Another name each time, so that nothing of the edit before is still true.
    const edited = `${text.slice(0, index)}${'x'.repeat(version)}${text.slice(index)}`
    server.tell('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text: edited }] })
    waits.quickInfo = Math.max(waits.quickInfo, await quickInfo())
    waits.completion = Math.max(waits.completion, await timed('textDocument/completion', { position }))
    waits.mistakes = Math.max(waits.mistakes, await timed('textDocument/diagnostic', {}))
  }
  server.end()
  return waits
}
