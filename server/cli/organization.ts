import { type Command, misused, wordsOf } from './command'

export const organization: Command = {
  help: `Usage: offerdesk organization make NAME --owner EMAIL
       offerdesk organization list
       offerdesk organization export ORGANIZATION FILE
       offerdesk organization import FILE --into ORGANIZATION

make      makes an organization that an account owns which there is already
list      lists all of them, the oldest first: their ids, their people, their owners
export    writes all that one of them has at one moment into a new file, while servers and workers go on
import    takes such a file over into one that is empty: all of it or nothing

ORGANIZATION is the id of one, or its name where no other is called so.
An archive has no secrets, no sessions and no accounts: what has to be typed anew is told. Who did something is known by
their name, and where a member here has the same email, it is theirs: invite colleagues before.

The embedded database is open to one program alone, so stop its server before.
`,
  options: { owner: 'EMAIL', into: 'ORGANIZATION' },
  run: async (given) => {
    const [what = ''] = given.words
    const { owner, into } = given.options
    if (what === 'export') {
      const [, name, file] = wordsOf('organization', given, 'what to do', 'ORGANIZATION', 'FILE')
      const { exportOrganization } = await import('../archive/commands')
      return exportOrganization(name, file)
    }
    if (what === 'import') {
      const [, file] = wordsOf('organization', given, 'what to do', 'FILE')
      if (into === undefined) throw misused('organization', '--into is missing')
      const { importOrganization } = await import('../archive/commands')
      return importOrganization(file, into)
    }
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
    if (owner !== undefined || into !== undefined) throw misused('organization', 'list takes no options')
    const { listOrganizations } = await import('./accounts')
    process.stdout.write(`${await listOrganizations()}\n`)
    return 0
  },
}
