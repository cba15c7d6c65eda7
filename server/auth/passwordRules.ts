import { readFileSync } from 'node:fs'
import { commonPassword, isOwnAddress, officePassword, ownAddressPassword } from '../../contract/forms/auth'
import { ownFile } from '../files'
import { invalid } from '../http/errors'

// The 3,000 most common of those that are long enough, from @zxcvbn-ts/language-common 4.1.3 (MIT), most common first.
const common = new Set(readFileSync(ownFile('auth/commonPasswords.txt'), 'utf8').trimEnd().split('\n'))

// What whoever knows where the password is for tries with a number or a sign behind it.
const ofOffice =
  /offer|desk|back|office|campaign|order|sales|seller|customer|admin|owner|agent|team|staff|login|welcome|password/g
const isOfOffice = (password: string) => {
  const letters = password.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
  return letters !== '' && letters.replaceAll(ofOffice, '') === ''
}

/** Throws a 422 for a new password that whoever knows the address, or what people choose, would try first. */
export function refuseGuessable(password: string, email: string): void {
  const message = common.has(password.toLowerCase())
    ? commonPassword
    : isOwnAddress(password, email)
      ? ownAddressPassword
      : isOfOffice(password)
        ? officePassword
        : undefined
  if (message !== undefined) throw invalid([{ path: 'body.password', message }])
}
