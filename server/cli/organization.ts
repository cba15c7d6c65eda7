import { type Command, misused, wordsOf } from './command'

export const organization: Command = {
  help: `Usage: offerdesk organization make NAME --owner EMAIL
       offerdesk organization list

make      makes an organization that an account owns which there is already
list      lists all of them, the oldest first: their ids, their people, their owners

The embedded database is open to one program alone, so stop its server before.
`,
  options: { owner: 'EMAIL' },
  run: async (given) => {
    const [what = ''] = given.words
    const { owner } = given.options
    if (what === 'make') {
      const [, name] = wordsOf('organization', given, 'what to do', 'NAME')
      if (owner === undefined) throw misused('organization', '--owner is missing')
      const { makeOrganization } = await import('./accounts')
      process.stdout.write(`${await makeOrganization({ name, owner })}\n`)
      return 0
    }
    if (what !== 'list') {
      throw misused('organization', what === '' ? 'nothing to do' : `there is no organization ${what}`)
    }
    wordsOf('organization', given, 'what to do')
    if (owner !== undefined) throw misused('organization', 'list takes no options')
    const { listOrganizations } = await import('./accounts')
    process.stdout.write(`${await listOrganizations()}\n`)
    return 0
  },
}
