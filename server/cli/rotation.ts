import { setTimeout as delay } from 'node:timers/promises'
import { type Config, InvalidConfig } from '../config'
import type { Database } from '../db/database'
import { secondsUntilGone } from '../health/beats'
import { type LiveNode, liveNodes, nameOf } from '../health/nodes'
import { startTelling } from '../jobs/telling'
import { resealAll, sealedByKey } from '../rotateSecrets'
import { addKey, createSecrets, dropKey, forgetOldSecretKeys, keyId, openSecrets, readKeys, sealBy } from '../secrets'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const counted = (count: number) => `${count} ${count === 1 ? 'secret is' : 'secrets are'}`

/** Servers that share the file read it again every ten seconds. */
const secondsToReadAgain = 25

/**
 * Seals everything by the first key, or by the second to undo that, once every node opens what is sealed by it. Ends with the
 * exit code of the command: 1 where something is to be mended first, or nodes still seal by another key.
 */
export async function rotate(database: Database, config: Config, isUndo: boolean): Promise<number> {
  const { secretKey, secretFile } = config
  const isFile = secretKey === undefined
  const { target, isAdded } = await targetOf(database, config, isUndo)
  const secretsNow = () => {
    const keys = readKeys(config)
    const is = (key: Buffer) => keyId(key) === target
    return createSecrets([...keys.filter(is), ...keys.filter((key) => !is(key))])
  }
  const nodes = () => liveNodes(database).then((all) => all.filter(({ kind }) => kind !== 'rotation'))
  // Whoever starts meanwhile hears that this key seals.
  const telling = await startTelling(database, { kind: 'rotation' }, secretsNow(), say)
  try {
    const lacking = await until(isFile, nodes, ({ keys }) => !keys.includes(target))
    if (lacking.length > 0) {
      if (isAdded) dropKey(secretFile, target)
      for (const node of lacking) say(`The ${nameOf(node)} does not know the key ${target} yet.`)
      say(
        isFile
          ? 'Nothing was sealed anew. Nodes on several machines take their keys from SECRET_KEY: set it there.'
          : `Nothing was sealed anew. Put the key after the old one in SECRET_KEY there, start it anew, and run this again. One that was killed is forgotten after ${secondsUntilGone} seconds.`,
      )
      return 1
    }
    if (isFile) sealBy(secretFile, target)
    say(`Everything is being sealed by the key ${target}.`)
    const first = await resealAll(database, secretsNow())
    // In a file they find it by themselves, and may have sealed by the old key until then.
    const others = await until(isFile, nodes, ({ keys: [seals] }) => seals !== target)
    const last = await resealAll(database, secretsNow())
    const { lost, left } = last
    say(`${counted(first.resealed + last.resealed)} sealed anew.`)
    if (lost > 0) say(`${lost} can not be opened, as their key is gone: type them once more.`)
    if (left > 0) say(`${counted(left)} still sealed by another key: run this again.`)
    for (const node of others) say(`The ${nameOf(node)} still seals by the key ${node.keys[0]}.`)
    if (others.length > 0) {
      say(`Keep that key: put ${target} first in SECRET_KEY there, start it anew, and run this again.`)
    }
    if (left > 0 || others.length > 0) return 1
    if (isFile) forgetOldSecretKeys(secretFile)
    return 0
  } finally {
    await telling.stop()
  }
}

/** The id of the key that is to seal; a new one in a file, unless a rotation to the one there was cut. */
async function targetOf(database: Database, config: Config, isUndo: boolean) {
  const [first = '', ...others] = readKeys(config).map(keyId)
  const [second] = others
  if (isUndo) {
    if (second === undefined)
      throw new InvalidConfig(
        `${config.secretKey === undefined ? config.secretFile : 'SECRET_KEY'}: has no second key to go back to`,
      )
    return { target: second, isAdded: false }
  }
  if (config.secretKey !== undefined) return { target: first, isAdded: false }
  const sealed = await sealedByKey(database)
  const isCut = others.some((key) => sealed.has(key))
  return isCut ? { target: first, isAdded: false } : { target: addKey(config.secretFile), isAdded: true }
}

/** Those of which it is so; where they can change by themselves, after some time. */
async function until(canChange: boolean, nodes: () => Promise<LiveNode[]>, isSo: (node: LiveNode) => boolean) {
  const end = Date.now() + secondsToReadAgain * 1_000
  for (;;) {
    const found = (await nodes()).filter(isSo)
    if (found.length === 0 || !canChange || Date.now() > end) return found
    await delay(500)
  }
}

/** Prints which keys have sealed how many, and which nodes know which. */
export async function list(database: Database, config: Config): Promise<number> {
  const ours = openSecrets(config).keyIds()
  const sealed = await sealedByKey(database)
  const isHere = (key: string) => (key === ours[0] ? 'seals' : ours.includes(key) ? 'opens' : 'missing')
  const keys = [...new Set([...ours, ...sealed.keys()])]
  table([['Key', 'Secrets', 'Here'], ...keys.map((key) => [key, String(sealed.get(key) ?? 0), isHere(key)])])
  const nodes = await liveNodes(database)
  if (nodes.length > 0) {
    say('')
    table([['Seals by', 'Opens too', 'Node'], ...nodes.map((one) => [...keysOf(one), nameOf(one)])])
  }
  return [...sealed.keys()].every((key) => ours.includes(key)) ? 0 : 1
}

const keysOf = ({ keys: [seals = '', ...opens] }: LiveNode) => [seals, opens.join(', ') || '-']

function table(rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  for (const row of rows)
    say(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
