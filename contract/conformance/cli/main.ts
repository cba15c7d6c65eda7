import { runCommand } from './command'

await runCommand('npm run conformance --')
