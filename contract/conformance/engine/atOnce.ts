import type { Run } from './run'

/**
 * Sends requests that are to meet at the server, one of each. The connection of each is open before: one that has to be opened
 * first would bring its request, over TLS and some distance, only after the others were carried out.
 */
export async function atOnce<Each, Answer>(
  run: Run,
  each: readonly Each[],
  send: (one: Each) => Promise<Answer>,
): Promise<Answer[]> {
  if (run.sender.http.idle() < each.length) await Promise.all(each.map(() => run.ask('users.me')))
  return Promise.all(each.map(send))
}
