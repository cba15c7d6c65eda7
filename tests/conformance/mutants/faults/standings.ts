import { type Fault, isRecord } from '../exchange'
import { answers, fault, requests, unasked } from '../make'
import { deafTo, recordsIn } from '../selling'

const nextDay = (day: unknown) =>
  typeof day === 'string' ? new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10) : day

/** The highest value that a figure was told to have, as if what goes were never taken away. */
function neverLess(field: string): Fault['make'] {
  return () => {
    const most = new Map<string, number>()
    return answers('leaderboard.read', 'data.standings', (all) =>
      recordsIn(all).map((row) => {
        const key = String(row['id'])
        most.set(key, Math.max(most.get(key) ?? 0, Number(row[field])))
        return { ...row, [field]: most.get(key) }
      }),
    )
  }
}

/** What is counted for the dashboard and the leaderboard. */
export const standings: Fault[] = [
  fault(
    'queue-leaves-out',
    'the dashboard counts one order to pack less than its list shows',
    answers('dashboard.read', 'data.queue', (all) =>
      recordsIn(all).map((entry) =>
        entry['of'] === 'toPack' ? { ...entry, count: Number(entry['count']) + 1 } : entry,
      ),
    ),
  ),
  fault(
    'queue-without-stock',
    'the dashboard tells nothing of what is low in stock',
    answers('dashboard.read', 'data.queue', (all) => recordsIn(all).filter(({ of }) => of !== 'lowStock')),
  ),
  {
    id: 'board-keeps-cancelled',
    about: 'a cancelled order stays among those of its agent',
    make: neverLess('orders'),
  },
  fault(
    'board-of-other-days',
    'the month of the leaderboard begins a day late, as elsewhere',
    answers('leaderboard.read', 'data.from', nextDay),
  ),
  fault(
    'board-by-place',
    'whoever comes first in the list has the last rank',
    answers('leaderboard.read', 'data.standings', (all) =>
      recordsIn(all).map((row, place, rows) => ({ ...row, rank: rows.length - place })),
    ),
  ),
  fault(
    'board-deaf-to-calls',
    'who has fewer calls than the least has a rank all the same',
    unasked('leaderboard.read', 'minCalls'),
  ),
  {
    id: 'board-counts-every-call',
    about: 'a call of a wrong number counts for the close rate',
    make: () => {
      let closed = 0
      return async (exchange) => {
        const reply = await exchange.send()
        const isWrong = isRecord(exchange.body) && exchange.body['disposition'] === 'wrong_number'
        if (exchange.call === 'calls.close' && reply.status === 200 && isWrong) closed += 1
        if (exchange.call !== 'leaderboard.read' || closed === 0) return reply
        const more = answers('leaderboard.read', 'data.standings', (all) =>
          recordsIn(all).map((row) => ({ ...row, calls: Number(row['calls']) + closed })),
        )
        return more({ ...exchange, send: () => Promise.resolve(reply) })
      }
    },
  },
  fault('goals-if-match-ignored', 'outdated goals are changed', deafTo('if-match', 'leaderboard.setGoals')),
  fault(
    'goals-never-emptied',
    'a goal that was taken away is told still',
    answers('leaderboard.read leaderboard.setGoals', 'data', (data) => {
      if (!isRecord(data)) return data
      const held = isRecord(data['goals']) ? data['goals'] : data
      const kept = { ...held, month: held['month'] ?? 1_234 }
      return isRecord(data['goals']) ? { ...data, goals: kept } : kept
    }),
  ),
  fault(
    'own-calls-that-count',
    'of the own calls of a day those are told that count',
    answers('dashboard.read', 'data.own', (own) => (isRecord(own) ? { ...own, calls: own['counted'] } : own)),
  ),
  fault(
    'queue-tells-the-last-first',
    'what waits is told in another order',
    answers('dashboard.read', 'data.queue', (queue) => (Array.isArray(queue) ? queue.toReversed() : queue)),
  ),
  fault(
    'goals-without-cents',
    'a goal is told without its cents',
    answers('leaderboard.read', 'data.goals.week', (goal) => (typeof goal === 'number' ? Math.ceil(goal) : goal)),
  ),
  fault(
    'goals-of-a-month-taken-away',
    'a goal of a month is taken away with others that are settled',
    requests('leaderboard.setGoals', '', (body) => (isRecord(body) ? { month: null, ...body } : body)),
  ),
]
