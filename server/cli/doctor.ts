import { type Command, wordsOf } from './command'

export const doctor: Command = {
  help: `Usage: offerdesk doctor

Looks at the settings, the build, the keys, the folder, the port, the database and the mail server as a server would use
them, and, once the server runs, asks it by PUBLIC_URL, as people do, through all that is in front of it. It says of each in one line that it is well, or what is wrong and how to mend it. It changes nothing.
Exit code 1 when something is wrong.
`,
  run: async (given) => {
    wordsOf('doctor', given)
    const { examine } = await import('../doctor/examine')
    let wrongs = 0
    for await (const { isWrong, text } of examine()) {
      if (isWrong) wrongs += 1
      process.stdout.write(`${isWrong ? 'wrong' : 'ok   '}  ${text}\n`)
    }
    return wrongs === 0 ? 0 : 1
  },
}
