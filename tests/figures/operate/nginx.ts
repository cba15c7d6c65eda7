import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { atEnd, end, guard } from './ends'

const program = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'nginx'))
  .find((path) => existsSync(path))

/** A certificate that nobody but who is told of it trusts, where a file of the guide looks for one; the authority. */
export function selfSigned(name: string, certificate: string, key: string): string {
  mkdirSync(join(certificate, '..'), { recursive: true })
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate]
  const { status, stderr } = spawnSync('openssl', [...made, ...names], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl ended with ${status}: ${stderr}`)
  return readFileSync(certificate, 'utf8')
}

export const hasNginx = program !== undefined

/** Serves what a file of sites-enabled says, as Debian's nginx does, from a folder of its own. */
export async function startNginx(folder: string, site: string): Promise<void> {
  const args = writeSite(folder, site)
  // The test leaves one, too.
  rmSync(join(folder, 'nginx.pid'), { force: true })
  const child = spawn(args.program, args.given, { stdio: ['ignore', 'ignore', 'inherit'] })
  guard(child)
  atEnd(() => end(child, 'SIGTERM'))
  while (!existsSync(join(folder, 'nginx.pid'))) await delay(20)
}

/** Writes what nginx is called with, and has it say whether it can be served. Throws what it says otherwise. */
export function writeSite(folder: string, site: string): { program: string; given: string[] } {
  if (program === undefined) throw new Error('nginx is not installed: apt-get install nginx')
  mkdirSync(join(folder, 'logs'), { recursive: true })
  writeFileSync(join(folder, 'site'), site)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const own = places.map((place) => `${place}_temp_path ${join(folder, place)};`).join('\n')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;
${process.getuid?.() === 0 ? 'user www-data;' : ''}
worker_processes auto;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'logs/error.log')};
events { worker_connections 768; }
http {
  access_log off;
  types_hash_max_size 2048;
  ${own}
  include ${join(folder, 'site')};
}
`,
  )
  const args = ['-p', folder, '-e', join(folder, 'logs/error.log'), '-c', join(folder, 'nginx.conf')]
  const tested = spawnSync(program, [...args, '-t'], { encoding: 'utf8' })
  if (tested.status !== 0) throw new Error(`nginx -t: ${tested.stderr}`)
  return { program, given: args }
}
