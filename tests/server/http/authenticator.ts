import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { CreationOptions, MadePasskey, RequestOptions, UsedPasskey } from '../../../contract/extensions/passkeys'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const text = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** What the bits of its flags say: somebody is there, it has checked who, and it tells of a new key. */
const present = 0x01
const verified = 0x04
const withKey = 0x40

/** How an answer departs from a right one. */
export interface Wrong {
  origin?: string
  site?: string
  challenge?: string
  isUnverified?: boolean
  /** What it counts, in place of one more than before. */
  uses?: number
  /** Signed by another key than its own. */
  isForged?: boolean
  userHandle?: string
}

/** A passkey in software: an ES256 key that answers as a browser does (WebAuthn Level 3). */
export class Authenticator {
  readonly origin: string
  #key: KeyObject | undefined
  #id = randomBytes(16)
  #handle = ''
  #site = ''
  uses = 0

  constructor(origin: string) {
    this.origin = origin
  }

  get id(): string {
    return text(this.#id)
  }

  #clientData(type: string, challenge: string, { origin = this.origin, ...wrong }: Wrong) {
    return Buffer.from(JSON.stringify({ type, challenge: wrong.challenge ?? challenge, origin, crossOrigin: false }))
  }

  #data(site: string, flags: number, { isUnverified = false, uses = this.uses }: Wrong, more = Buffer.alloc(0)) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(uses)
    return Buffer.concat([sha256(site), Buffer.from([isUnverified ? flags & ~verified : flags]), counter, more])
  }

  /** Makes a new key for a site. */
  create({ challenge, rp, user }: CreationOptions, wrong: Wrong = {}): MadePasskey {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#site = rp.id ?? ''
    this.#handle = user.id
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // COSE in CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }.
    const coseKey = Buffer.concat([
      Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 32]),
      Buffer.from(y, 'base64url'),
    ])
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.#id.length]), this.#id, coseKey])
    const data = this.#data(wrong.site ?? this.#site, present | verified | withKey, wrong, attested)
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x58, data.length]),
      data,
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: text(this.#clientData('webauthn.create', challenge, wrong)),
        attestationObject: text(attestation),
        transports: ['internal'],
      },
    }
  }

  /** Answers what it is asked, counting one more use. */
  get({ challenge }: RequestOptions, wrong: Wrong = {}): UsedPasskey {
    this.uses = wrong.uses ?? this.uses + 1
    const clientData = this.#clientData('webauthn.get', challenge, wrong)
    const data = this.#data(wrong.site ?? this.#site, present | verified, wrong)
    const forged = () =>
      createPrivateKey(
        generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }),
      )
    const key = wrong.isForged ? forged() : this.#key!
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(data),
        signature: text(sign('sha256', Buffer.concat([data, sha256(clientData)]), key)),
        userHandle: wrong.userHandle ?? this.#handle,
      },
    }
  }
}
