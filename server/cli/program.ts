import { InvalidConfig } from '../config'
import { ownVersion } from '../files'
import { type Command, runCommand } from './command'

interface Entry {
  about: string
  load: () => Promise<Command>
}

/** Each is loaded when it is asked for: whoever has a wrong setting learns it at once. */
const commands: Readonly<Record<string, Entry>> = {
  serve: {
    about: 'serves the app and its API; what is done without a command',
    load: async () => (await import('./serve')).serve,
  },
  worker: { about: 'does the jobs apart from the servers', load: async () => (await import('./worker')).worker },
  migrate: {
    about: 'brings the database up to date, or prints the roles that it needs',
    load: async () => (await import('./migrate')).migrateCommand,
  },
  backup: {
    about: 'writes all that the database holds into a file, or checks such a file',
    load: async () => (await import('./backup')).backup,
  },
  restore: {
    about: 'puts a backup into an empty database',
    load: async () => (await import('./restore')).restore,
  },
  move: {
    about: 'copies everything from the embedded database to PostgreSQL, or back',
    load: async () => (await import('./move')).move,
  },
  mails: {
    about: 'lets mails go that were held back when a backup was restored, or drops them',
    load: async () => (await import('./mails')).mails,
  },
  user: {
    about: 'makes the first owner, sets a password, disables and enables an account',
    load: async () => (await import('./user')).user,
  },
  organization: {
    about: 'makes an organization, lists all of them, writes one into an archive, takes one over',
    load: async () => (await import('./organization')).organization,
  },
  doctor: {
    about: 'says what is wrong with the setup, and how to mend it',
    load: async () => (await import('./doctor')).doctor,
  },
  secrets: {
    about: 'seals all secrets by a new key, lists which key seals what',
    load: async () => (await import('./secrets')).secretsCommand,
  },
}

/** What the commands are called. */
export const commandNames: readonly string[] = Object.keys(commands)

const help = `Usage: offerdesk [COMMAND] [OPTIONS]

${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(14)}${about}`)
  .join('\n')}

  --help        shows this; after a command, how that is used
  --version     shows the version

All settings are variables of the environment, such as DATABASE_URL; README.md lists them.
Exit code 0 when it is done, 1 when something is to be mended and tried again, 2 when it was called or set wrongly.
`

/** Runs what the program was called for; ends as {@link Command.run} does. Throws {@link InvalidConfig}. */
export async function runProgram([name = 'serve', ...given]: string[]): Promise<number | undefined> {
  if (name === '--help' || name === '-h' || name === 'help') return say(help)
  if (name === '--version') return say(`${ownVersion()}\n`)
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (entry) return runCommand(name, await entry.load(), given)
  // Options alone are the server's.
  if (name.startsWith('-')) return runProgram(['serve', name, ...given])
  throw new InvalidConfig(`there is no command ${name}; see offerdesk --help`)
}

function say(text: string): number {
  process.stdout.write(text)
  return 0
}
