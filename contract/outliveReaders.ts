/** Whoever reads what a program prints may be gone, such as a collector of logs that is started anew: it goes on unread. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
