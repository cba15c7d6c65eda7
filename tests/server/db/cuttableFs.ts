import {
  closeSync,
  cpSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { DurableFs, type FileStream } from '../../../server/db/pglite/durableFs'

type Init = DurableFs['init']

/** The part of Emscripten's Node file system that writes. */
interface NodeFiles {
  realPath(node: unknown): string
  stream_ops: {
    write(
      stream: FileStream & { node: unknown },
      buffer: Uint8Array,
      offset: number,
      length: number,
      at: number,
    ): number
  }
}

/** A write that the disk was not asked to keep yet. */
interface Unsynced {
  position: number
  before: Buffer
  after: Buffer
  /** Of the file before it. */
  size: number
}

/** What disks write whole or not at all. */
const sector = 512

interface CutOptions {
  /** Called after every write. */
  onWrite: () => void
  /** Whether the disk says that it keeps what it does not. */
  isLying: boolean
}

/**
 * The folder of a database on a disk that can be cut off: it knows what was written since the last fsync of each file.
 * Names, lengths that were cut and deletions count as kept at once, as a journal of the file system keeps them.
 */
export class CuttableFs extends DurableFs {
  readonly #folder: string
  readonly #options: CutOptions
  /** By inode, as files are renamed. */
  readonly #unsynced = new Map<number, Unsynced[]>()

  constructor(folder: string, options: CutOptions) {
    super(folder)
    this.#folder = folder
    this.#options = options
  }

  override async init(pg: PGlite, options: Parameters<Init>[1]): ReturnType<Init> {
    const initialised = await super.init(pg, options)
    const preRun = initialised.emscriptenOpts.preRun ?? []
    const watchWrites = ({ NODEFS }: { NODEFS: NodeFiles }) => {
      const { stream_ops: operations } = NODEFS
      const write = operations.write.bind(operations)
      operations.write = (stream, buffer, offset, length, position) => {
        const path = NODEFS.realPath(stream.node)
        const was = bytesOf(path, position, length)
        const written = write(stream, buffer, offset, length, position)
        const is = bytesOf(path, position, length)
        if (was && is) {
          const list = this.#unsynced.get(is.inode) ?? []
          list.push({ position, before: was.bytes, after: is.bytes, size: was.size })
          this.#unsynced.set(is.inode, list)
        }
        this.#options.onWrite()
        return written
      }
    }
    // The module's type hides its file systems.
    const hooks = [...(Array.isArray(preRun) ? preRun : [preRun]), watchWrites] as typeof preRun
    return { ...initialised, emscriptenOpts: { ...initialised.emscriptenOpts, preRun: hooks } }
  }

  protected override sync(stream: FileStream): void {
    super.sync(stream)
    if (stream.nfd !== undefined && !this.#options.isLying) this.#unsynced.delete(fstatSync(stream.nfd).ino)
  }

  /** A copy of the folder as a power cut at this moment leaves it; of what was not synced, each sector that `keeps`. */
  cut(copy: string, keeps: () => boolean): void {
    cpSync(this.#folder, copy, { recursive: true })
    for (const name of readdirSync(this.#folder, { recursive: true, encoding: 'utf8' })) {
      const writes = this.#unsynced.get(statSync(join(this.#folder, name)).ino)
      if (writes) takeBack(join(copy, name), writes, keeps)
    }
  }
}

function takeBack(path: string, writes: readonly Unsynced[], keeps: () => boolean): void {
  const file = openSync(path, 'r+')
  for (const { position, before, after, size } of writes.toReversed()) {
    writeSync(file, before, 0, before.length, position)
    if (size < position + after.length) ftruncateSync(file, size)
  }
  for (const { position, after } of writes) {
    for (let at = 0; at < after.length; at += sector) {
      if (keeps()) writeSync(file, after, at, Math.min(sector, after.length - at), position + at)
    }
  }
  closeSync(file)
}

/** Undefined when the file has no name any more, so that nothing of it is left after a cut. */
function bytesOf(path: string, position: number, length: number) {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return undefined
  }
  const bytes = Buffer.alloc(length)
  const read = readSync(file, bytes, 0, length, position)
  const { ino: inode, size } = fstatSync(file)
  closeSync(file)
  return { inode, size, bytes: bytes.subarray(0, read) }
}
