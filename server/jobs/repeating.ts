interface Repeated {
  /** What is done; it is told no reason to stop, and what it throws is told to `failed`. */
  work: () => Promise<void>
  failed: (error: unknown) => void
  /** Milliseconds between looks. */
  every: number
  /** Whether it is done at once, too; what can wait leaves a server that starts to people. */
  isAtOnce?: boolean
}

/** Does something again and again until it is stopped, one time after the other. */
export function repeating({ work, failed, every, isAtOnce = true }: Repeated) {
  let running = Promise.resolve()
  const run = () => {
    running = running.then(work).catch(failed)
  }
  const timer = setInterval(run, every)
  timer.unref()
  if (isAtOnce) run()
  return {
    /** Does it at once, behind what is in hand. */
    nudge: run,
    /** Ends after what is in hand. */
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
