/** One after the other, or two at once; the outcomes keep the order of the faults. */
export async function inTurn<In, Out>(all: In[], parallel: number, work: (one: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = []
  const queue = [...all.entries()]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return results
}
