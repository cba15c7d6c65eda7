// A worker thread does not inherit the TypeScript loader of its parent, so it brings its own.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
