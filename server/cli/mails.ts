import { type Command, misused, wordsOf } from './command'

export const mails: Command = {
  help: `Usage: offerdesk mails list
       offerdesk mails send
       offerdesk mails drop

For mails that waited when a backup was made, and were held back when it was restored.

list      says how many there are of each organization, and since when they wait
send      lets all of them go: the next worker that looks sends them
drop      drops all of them: they are never sent, and what stood in them is deleted

An owner may let those of an organization go one by one, in Settings, Mails.
The embedded database is open to one program alone, so stop its server before.
`,
  run: async (given) => {
    const [what = ''] = given.words
    if (what === '') throw misused('mails', 'nothing to do')
    if (!['list', 'send', 'drop'].includes(what)) throw misused('mails', `there is no mails ${what}`)
    wordsOf('mails', given, 'what to do')
    const { heldInWords, endHeld } = await import('./heldMails')
    process.stdout.write(
      `${what === 'list' ? await heldInWords() : await endHeld(what === 'send' ? 'send' : 'drop')}\n`,
    )
    return 0
  },
}
