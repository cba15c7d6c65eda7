import { Duplex } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import { DatabaseAway } from '../errors'
import { engineFailure } from './folder'

/** A socket, as node-postgres sees it, whose other end is the worker's PostgreSQL. */
export class Channel extends Duplex {
  readonly #port: MessagePort

  constructor(port: MessagePort, folder: string) {
    super()
    this.#port = port
    port.on('message', (said: Uint8Array | string) => {
      if (typeof said !== 'string') this.push(Buffer.from(said.buffer, said.byteOffset, said.byteLength))
      // The engine's last word.
      else this.destroy(new DatabaseAway(`PostgreSQL stopped: ${said}`, { cause: engineFailure(folder, said) }))
    })
    port.on('close', () => this.destroy())
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  ref(): this {
    this.#port.ref()
    return this
  }

  unref(): this {
    this.#port.unref()
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close()
    done(error)
  }

  #send(bytes: Buffer): void {
    const copy = new Uint8Array(bytes)
    this.#port.postMessage(copy, [copy.buffer])
  }
}
