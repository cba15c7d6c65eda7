import * as z from 'zod/mini'
import { type ArchiveHead, archiveFormat, archiveHead } from '../../contract/rules/archives'
import type { ArchiveFile } from '../../machines/archives/archiveTake.machine'
import { keptSource } from './chosenFiles'

const foreign = () => new Error('This file is no archive of an organization.')

/** Bytes in base64, as a part of an archive is sent. */
export async function base64Of(part: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')))
    reader.readAsDataURL(part)
  })
  return url.slice(url.indexOf(',') + 1)
}

/** More than any first line has. */
const mostOfHead = 256 * 1024

async function firstLine(source: Blob): Promise<string> {
  const reader = source
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let text = ''
  while (!text.includes('\n') && text.length < mostOfHead) {
    const { done, value } = await reader.read()
    if (done) break
    text += value
  }
  // The rest is read by the server.
  void reader.cancel().catch(() => undefined)
  return text.slice(0, text.indexOf('\n'))
}

async function headOf(source: Blob): Promise<ArchiveHead> {
  const line = await firstLine(source).catch(() => '')
  try {
    const { data } = z.safeParse(archiveHead, JSON.parse(line))
    if (data) return data
  } catch {
    // It is told as any other file that is none.
  }
  throw foreign()
}

/** What a file says of itself in its first line. Throws why it can't be taken over, as far as that is known by then. */
export async function readArchive({
  key,
  name,
  mostBytes,
}: {
  key: string
  name: string
  mostBytes: number
}): Promise<ArchiveFile> {
  const source = keptSource(key)
  if (!source) throw new Error('Choose the file once more.')
  const head = await headOf(source)
  if (head.format !== archiveFormat) {
    throw new Error(
      `The archive was made by Offerdesk ${head.version}, which writes them in another way: take it over with that release.`,
    )
  }
  if (source.size > mostBytes) {
    const most = Math.floor(mostBytes / 2 ** 20)
    throw new Error(
      `The archive is larger than ${most} MB: whoever runs the server takes it over by offerdesk organization import.`,
    )
  }
  return { key, name, bytes: source.size, head }
}
