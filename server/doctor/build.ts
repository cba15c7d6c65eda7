import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, fine, wrong } from './finding'

const oldestNode = [20, 19] as const
/** What the app is made of, where the product is a checkout and no package. */
const sources = ['contract', 'machines', 'public', 'server', 'src', 'vite', 'index.html', 'pay.html']
/** What a build writes, of the app and of the server. */
const made = ['index.html', 'pay.html', 'server/main.js']

/** Whether Node.js is new enough, and the app built, and of the code that is there. */
export function* buildFindings(root: string): Generator<Finding> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
  yield isOld
    ? wrong(`Node.js ${process.versions.node} is too old: install 24, or ${oldestNode.join('.')} at least`)
    : fine(`Node.js ${process.versions.node}`)
  const files = made.map((file) => join(root, 'dist', file))
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) {
    return yield wrong(`${missing} is missing: run npm run build, or install Offerdesk once more`)
  }
  const built = Math.min(...files.map((file) => statSync(file).mtimeMs))
  const newer = sources.map((name) => newest(join(root, name))).find((found) => found.at > built)
  yield newer === undefined
    ? fine('App and server are built')
    : wrong(`The build is older than ${newer.path}: run npm run build`)
}

/** The file of a folder that was changed last. */
function newest(path: string): { path: string; at: number } {
  const is = statSync(path, { throwIfNoEntry: false })
  if (is === undefined) return { path, at: 0 }
  if (!is.isDirectory()) return { path, at: is.mtimeMs }
  return readdirSync(path)
    .map((name) => newest(join(path, name)))
    .reduce((last, one) => (one.at > last.at ? one : last), { path, at: 0 })
}
