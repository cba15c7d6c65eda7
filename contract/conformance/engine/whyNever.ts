const byMail = 'it takes what only a mail has'
const byPasskey = 'no checker has a finger to make or use a passkey with'
const byPartner = 'it takes a partner, who accepts by a mailed link'

/** Why calls are not exercised by any run, unless it is given what they take. */
const whys: Readonly<Record<string, string>> = {
  'users.resetPassword': `${byMail} (--reset-token)`,
  'users.completeSignup': byMail,
  'users.confirmEmail': byMail,
  'users.addPasskey': byPasskey,
  'users.renamePasskey': byPasskey,
  'users.removePasskey': byPasskey,
  'users.takePasskey': byPasskey,
  'members.leave': 'it takes a second account, which is let in and leaves',
  'mails.drop': 'only a backup that was restored holds a mail back',
  'archives.save': 'all of an organization is read by a person',
  'archives.take': 'what is sent of an archive is none',
  'invites.decline': byMail,
  'invites.ask': byMail,
  'orders.getByToken': 'it takes the token of a payment link (--order-token)',
}

export function whyNever(call: string): string | undefined {
  return whys[call] ?? (call.startsWith('collaborations.') ? byPartner : undefined)
}
