import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type InitOptions = Parameters<NodeFS['init']>[1]

/** The part of Emscripten's Node file system that PGlite leaves without an fsync. */
export interface FileStream {
  nfd?: number
  path?: string
}
interface StreamOperations {
  fsync?: (stream: FileStream) => number
}

/**
 * PGlite's folder on disk, with fsync. As shipped PGlite never calls it: a power cut could lose what was acknowledged.
 * This leans on PGlite's inside, so its version is pinned and a test counts the calls.
 */
export class DurableFs extends NodeFS {
  /** How often the disk was asked to keep what it holds. */
  readonly syncs = new Uint32Array(new SharedArrayBuffer(4))

  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const initialised = await super.init(pg, options)
    const preRun = initialised.emscriptenOpts.preRun ?? []
    const addFsync = (module: { NODEFS: { stream_ops: StreamOperations } }) => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        Atomics.add(this.syncs, 0, 1)
        this.sync(stream)
        return 0
      }
    }
    // The module's type hides its file systems.
    const hooks = [...(Array.isArray(preRun) ? preRun : [preRun]), addFsync] as typeof preRun
    return { ...initialised, emscriptenOpts: { ...initialised.emscriptenOpts, preRun: hooks } }
  }

  protected sync(stream: FileStream): void {
    if (stream.nfd !== undefined) return fsyncSync(stream.nfd)
    if (stream.path === undefined) return
    const folder = openSync(stream.path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  }
}
