import type { Progress } from '../engine/model'

/** Lines that the display takes at most, so that it fits small terminals. */
const maxCalls = 10

const duration = (ms: number) => {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function linesOf({ stage, done, leftMs, requests, findings, calls }: Progress, width: number): string[] {
  const left = leftMs === undefined ? '' : `, about ${duration(leftMs)} left`
  const head = `${String(Math.round(done * 100)).padStart(3)} %  ${stage}  ${requests} requests, ${findings} findings${left}`
  const busiest = calls
    .filter((call) => call.requests > 0)
    .toSorted((a, b) => b.findings - a.findings || b.requests - a.requests)
    .slice(0, maxCalls)
    .map(
      (call) =>
        `  ${call.findings > 0 ? '✗' : ' '} ${call.call.padEnd(30)} ${String(call.requests).padStart(6)} requests ${String(call.findings).padStart(4)} findings`,
    )
  return [head, ...busiest].map((line) => line.slice(0, width - 1))
}

/** Shows progress in place on a terminal; elsewhere it is quiet. */
export function progressDisplay(stream: NodeJS.WriteStream): {
  show: ((progress: Progress) => void) | undefined
  clear: () => void
} {
  if (!stream.isTTY) return { show: undefined, clear: () => {} }
  let height = 0
  const clear = () => {
    if (height > 0) stream.write(`\u001B[${height}A\u001B[0J`)
    height = 0
  }
  return {
    clear,
    show: (progress) => {
      const lines = linesOf(progress, stream.columns || 80)
      clear()
      stream.write(`${lines.join('\n')}\n`)
      height = lines.length
    },
  }
}
