// A process of its own does not inherit the TypeScript loader either.
import { register } from 'tsx/esm/api'

register()
await import('./make.ts')
