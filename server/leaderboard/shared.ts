/** How what many ask for is worked out for all of them at once. */
interface Pace {
  /** Milliseconds from the beginning of one working out to the next. */
  every: number
  /** Milliseconds in which those who ask at the same moment are gathered. */
  gather: number
  pause: (milliseconds: number) => Promise<void>
}

interface Asked<Answer> {
  begunAt: number
  running: Promise<Answer>
  /** Whether whoever asks now is still in time for it. */
  isGathering: boolean
  next: Promise<Answer> | undefined
}

/** As many are known before those that nobody asks for any more are forgotten. */
const mostKnown = 1_000

/**
 * Works out an answer for everybody who asks for the same, once in a while at most. Nobody is given what was begun before they
 * asked: who has heard of a change finds it in the answer. A failure is told to those who waited for it, and to nobody after.
 */
export function shared<Answer>(
  work: (key: string) => Promise<Answer>,
  { every, gather, pause }: Pace,
): (key: string) => Promise<Answer> {
  const known = new Map<string, Asked<Answer>>()

  function begin(key: string): Promise<Answer> {
    if (known.size > mostKnown) forgetOld()
    const asked: Asked<Answer> = {
      begunAt: performance.now(),
      isGathering: true,
      next: undefined,
      running: pause(gather).then(() => {
        asked.isGathering = false
        asked.begunAt = performance.now()
        return work(key)
      }),
    }
    known.set(key, asked)
    return asked.running
  }

  function forgetOld(): void {
    for (const [key, { begunAt, next, isGathering }] of known) {
      if (!next && !isGathering && performance.now() - begunAt > every) known.delete(key)
    }
  }

  /** Once it is time again, and what is under way is over, so that one at a time is worked out. */
  async function later(key: string, asked: Asked<Answer>): Promise<Answer> {
    await asked.running.catch(() => undefined)
    await pause(Math.max(0, asked.begunAt + every - gather - performance.now()))
    return begin(key)
  }

  return (key) => {
    const asked = known.get(key)
    if (asked?.isGathering) return asked.running
    if (asked === undefined) return begin(key)
    return (asked.next ??= later(key, asked))
  }
}
